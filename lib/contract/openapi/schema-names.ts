import { Me } from "#lib/contract/access/accounts.ts";
import { Key } from "#lib/contract/access/keys.ts";
import { Invitation, Member } from "#lib/contract/access/members.ts";
import { Account } from "#lib/contract/access/people.ts";
import { Contents, DELETION_STAGES, Deletion, Project } from "#lib/contract/access/projects.ts";
import { KEY_SCOPES, ROLES } from "#lib/contract/access.ts";
import { AwaitedBy } from "#lib/contract/annotation/awaited.ts";
import { FieldVersion } from "#lib/contract/annotation/queue-fields.ts";
import { Decision, ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import { FieldCurve, FieldLearning } from "#lib/contract/annotation/queue-learning.ts";
import { FieldAgreement, Rater } from "#lib/contract/annotation/queue-quality.ts";
import { QueueRule, RuleFilter } from "#lib/contract/annotation/queue-rules.ts";
import { ITEM_ORDERS, QUEUE_KINDS, SKIP_POLICIES } from "#lib/contract/annotation/queue-settings.ts";
import { AnswerSuggestion, Left, OwnWork, ReservedItem } from "#lib/contract/annotation/queue-work.ts";
import { ANNOTATION_STATES, ITEM_FILTER, Queue, QueueItem } from "#lib/contract/annotation/queues.ts";
import {
  DELIVERY_STATES,
  WEBHOOK_EVENTS,
  Webhook,
  WebhookDelivery,
} from "#lib/contract/automation/webhooks.ts";
import { StoredObject } from "#lib/contract/compat/objects.ts";
import { PlacedRow } from "#lib/contract/compat/tables.ts";
import {
  DatasetCounts,
  DatasetVersion,
  Evidence,
  Rejection,
  SPLITS,
  VersionRow,
} from "#lib/contract/datasets/dataset-versions.ts";
import { Dataset, PublishedDataset } from "#lib/contract/datasets/datasets.ts";
import { ItemYield } from "#lib/contract/datasets/item-yields.ts";
import { LINEAGE_KINDS, TracedEdge, TracedNode } from "#lib/contract/datasets/lineage.ts";
import { PublishedUse, PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import { BuildOutlook, QueueReadiness, TrainingOutlook } from "#lib/contract/datasets/queue-readiness.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import { REASONS } from "#lib/contract/datasets/rejections.ts";
import { RetractedRows, Retraction, RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { RowPlace } from "#lib/contract/datasets/row-place.ts";
import {
  CallsSource,
  FeedbackSource,
  QueueSource,
  Source,
  ThreadsSource,
  UploadSource,
  VersionSource,
  VotesSource,
} from "#lib/contract/datasets/sources.ts";
import { Consensus, DATASET_KINDS, KeepIf } from "#lib/contract/datasets/uses.ts";
import { RowChange } from "#lib/contract/datasets/version-diff.ts";
import { Exposure } from "#lib/contract/datasets/version-exposure.ts";
import { AliasMove, CheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import { BeforeAfter, ItemReply } from "#lib/contract/evaluation/before-after.ts";
import { BlindComparison, BlindQueue, BlindRate } from "#lib/contract/evaluation/blind-queues.ts";
import { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { CurveGate, CurvePoint } from "#lib/contract/evaluation/evaluation-curves.ts";
import {
  ComparisonCell,
  EvaluationAnswer,
  EvaluationResult,
  EvaluationScore,
  MetricFacts,
  PeopleAndJudge,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import {
  Evaluation,
  EvaluationGrader,
  EvaluationRun,
  EvaluationSampling,
  EvaluationSubject,
  WatchedModel,
} from "#lib/contract/evaluation/evaluations.ts";
import { CheckpointGate, GateGuard, GateLine, GateTarget } from "#lib/contract/evaluation/gates.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import {
  GradedCall,
  GradedSample,
  GraderPart,
  MASK_REASON_NAMES,
  MaskedSample,
  ScoreBin,
} from "#lib/contract/evaluation/grader-trials.ts";
import { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import {
  GraderConfusion,
  GraderDisagreement,
  GraderFigures,
  GraderMeasurement,
  GraderTrust,
} from "#lib/contract/evaluation/judges.ts";
import { Promotion } from "#lib/contract/evaluation/promotions.ts";
import { ServedCheckpoint, ServedMeasure } from "#lib/contract/evaluation/served-evaluations.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { Node } from "#lib/contract/jobs/nodes.ts";
import { QueueCheck, SystemDetails } from "#lib/contract/jobs/system.ts";
import { LoopGain, LoopRun } from "#lib/contract/loops/loop-runs.ts";
import { LoopMeasure, LoopPromote, LoopTrain, LoopWhen } from "#lib/contract/loops/loop-settings.ts";
import { Loop } from "#lib/contract/loops/loops.ts";
import { BaseModelFacts } from "#lib/contract/models/base-models.ts";
import {
  Checkpoint,
  Lineage,
  LineageNode,
  Model,
  ModelWithSteps,
  TRAINING_MODES,
  Training,
} from "#lib/contract/models/models.ts";
import { ServedModel, UnusableModel } from "#lib/contract/models/served-models.ts";
import { Upstream } from "#lib/contract/models/upstreams.ts";
import { ORDERS } from "#lib/contract/paging.ts";
import { Query } from "#lib/contract/query.ts";
import { RlHuman, RlPeople, RlWait } from "#lib/contract/reinforcement/rl-people.ts";
import {
  RewardPart,
  RlBudget,
  RlGuard,
  RlRollout,
  RlRound,
  RlRun,
  RlRunConfig,
} from "#lib/contract/reinforcement/rl-runs.ts";
import { ChatChoice, ChatMessage, ChatReply } from "#lib/contract/serving/chat.ts";
import {
  ChatRequest,
  Metadata,
  ResponseFormat,
  StructuredOutputs,
} from "#lib/contract/serving/chat-request.ts";
import {
  Call,
  CallEnd,
  CallEndOfPath,
  CallFilter,
  CallStart,
  CallStartOfPath,
  CompleteCall,
} from "#lib/contract/traces/call-fields.ts";
import { CallDetails } from "#lib/contract/traces/call-lists.ts";
import { EndInBatch, StartedCall, StartInBatch } from "#lib/contract/traces/calls.ts";
import { FeedbackItem, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { FeedbackMetric, VALUE_TYPES } from "#lib/contract/traces/feedback-stats.ts";
import { ProjectChange } from "#lib/contract/traces/live.ts";
import { PLACE_KINDS, Place } from "#lib/contract/traces/places.ts";
import {
  Bucket,
  QueueName,
  Thread,
  ThreadDetails,
  ThreadFilter,
  ThreadSortElement,
  ThreadSummary,
  Turn,
} from "#lib/contract/traces/threads.ts";
import { UploadedFile } from "#lib/contract/training/files.ts";
import { JOB_HEALTHS, JobWarning } from "#lib/contract/training/job-health.ts";
import { JOB_KINDS, JOB_STATES, JOB_STATUSES } from "#lib/contract/training/job-states.ts";
import { PREFERENCE_LOSSES, PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import { TrainingJob, TrainingJobDetail } from "#lib/contract/training/training.ts";
import { RATE_SCHEDULES, RlConfig, SftConfig } from "#lib/contract/training/training-config.ts";
import {
  PreferenceCheck,
  RewardBin,
  RowExample,
  SftCheck,
  SOURCE_KINDS,
  TrainingSource,
  Trajectories,
  Trajectory,
  TrajectoryGroup,
  TrajectoryTurn,
} from "#lib/contract/training/training-data.ts";
import {
  AtStep,
  MetricPoint,
  TrainingCurves,
  TrainingEvent,
} from "#lib/contract/training/training-progress.ts";
import { JobGroup, QueuedJob } from "#lib/contract/training/training-queue.ts";
import { ScoredRowToken, TrainingRow } from "#lib/contract/training/training-rows.ts";
import type * as z from "#lib/contract/zod.ts";

/**
 * What stands in documents and generated clients under a name of its own, wherever it occurs. A name that a client was generated with stays;
 * whatever has none is called by where it stands.
 */
export const NAMED: Readonly<Record<string, z.Schema>> = {
  AnswerSuggestion,
  AwaitedBy,
  BeforeAfter,
  ItemReply,
  Account,
  AnnotationState: oneOf(ANNOTATION_STATES),
  BaseModel: BaseModelFacts,
  Call,
  CallDetails,
  CallEnd,
  CallEndOfPath,
  CallFilter,
  CallStart,
  CallStartOfPath,
  ChatChoice,
  ChatCompletionRequest: ChatRequest,
  ChatCompletionResponse: ChatReply,
  ChatMessage,
  ChatMetadata: Metadata,
  Checkpoint,
  CheckpointGate,
  CompleteCall,
  Dataset,
  PublishedDataset,
  PublishedUse,
  PublishedVersion,
  DatasetBuildOutlook: BuildOutlook,
  DatasetCallsSource: CallsSource,
  DatasetConsensus: Consensus,
  DatasetCounts,
  DatasetEvidence: Evidence,
  DatasetFeedbackSource: FeedbackSource,
  DatasetKeepIf: KeepIf,
  DatasetKind: oneOf(DATASET_KINDS),
  DatasetRecipe: Recipe,
  DatasetRejection: Rejection,
  DatasetRejectionReason: oneOf(REASONS),
  DatasetRow: VersionRow,
  DatasetRowChange: RowChange,
  DatasetRowPlace: RowPlace,
  DatasetExposure: Exposure,
  RetractedRows,
  Retraction,
  RetractionImpact,
  LineageKind: oneOf(LINEAGE_KINDS),
  TracedNode,
  TracedEdge,
  DatasetQueueSource: QueueSource,
  DatasetSource: Source,
  DatasetThreadsSource: ThreadsSource,
  DatasetUploadSource: UploadSource,
  DatasetSplit: oneOf(SPLITS),
  DatasetVersion,
  DatasetVersionSource: VersionSource,
  ItemYield,
  DatasetVotesSource: VotesSource,
  Decision,
  EndInBatch,
  Estimate,
  Evaluation,
  EvaluationAnswer,
  EvaluationBlindComparison: BlindComparison,
  EvaluationBlindQueue: BlindQueue,
  EvaluationBlindRate: BlindRate,
  EvaluationCurveGate: CurveGate,
  EvaluationCurvePoint: CurvePoint,
  EvaluationWatchedModel: WatchedModel,
  EvaluationCell: ComparisonCell,
  EvaluationGrader,
  EvaluationMetric: MetricFacts,
  EvaluationResult,
  EvaluationRun,
  EvaluationSampling,
  EvaluationScore,
  EvaluationSubject,
  FeedbackItem,
  FeedbackMetric,
  FeedbackResult,
  GradedCall,
  GradedSample,
  GraderConfusion,
  GraderDisagreement,
  GraderFigures,
  GraderMeasurement,
  GraderTrust,
  GraderMaskReason: oneOf(MASK_REASON_NAMES),
  PeopleAndJudge,
  GraderPart,
  GraderScoreBin: ScoreBin,
  MaskedSample,
  StoredGrader,
  AliasMove,
  CheckpointAlias,
  Promotion,
  ServedCheckpoint,
  ServedMeasure,
  FieldAgreement,
  FieldCurve,
  FieldLearning,
  FieldVersion,
  GateGuard,
  GateLine,
  GateTarget,
  Grader,
  HistogramBin: Bucket,
  Invitation,
  ItemAnswer,
  ItemFilter: ITEM_FILTER,
  ItemOrder: oneOf(ITEM_ORDERS),
  JobGroup,
  JobHealth: oneOf(JOB_HEALTHS),
  JobKind: oneOf(JOB_KINDS),
  JobState: oneOf(JOB_STATES),
  JobStatus: oneOf(JOB_STATUSES),
  JobWarning,
  Key,
  KeyScope: oneOf(KEY_SCOPES),
  Lineage,
  LineageNode,
  Loop,
  LoopMeasure,
  LoopPromote,
  LoopGain,
  LoopRun,
  LoopTrain,
  LoopWhen,
  Me,
  Member,
  MetricAtStep: AtStep,
  MetricPoint,
  Model,
  ModelTraining: Training,
  ModelWithSteps,
  Node,
  OwnWork,
  Place,
  PlaceKind: oneOf(PLACE_KINDS),
  PlacedRow,
  Project,
  ProjectChange,
  ProjectContents: Contents,
  ProjectDeletion: Deletion,
  ProjectDeletionStage: oneOf(DELETION_STAGES),
  Query,
  Queue,
  QueueCheck,
  QueueReadiness,
  QueueItem,
  QueueRule,
  QueueRuleFilter: RuleFilter,
  QueueKind: oneOf(QUEUE_KINDS),
  QueueName,
  QueuedJob,
  Rater,
  RateSchedule: oneOf(RATE_SCHEDULES),
  ReservedItem,
  ResponseFormat,
  RewardBin,
  RlBudget,
  RlConfig,
  RlGuard,
  RlHuman,
  RlPeople,
  RlRewardPart: RewardPart,
  RlRollout,
  RlRound,
  RlRun,
  RlRunConfig,
  RlWait,
  Role: oneOf(ROLES),
  ServedModel,
  PreferenceCheck,
  PreferenceConfig,
  PreferenceLoss: oneOf(PREFERENCE_LOSSES),
  RowExample,
  SftCheck,
  ScoredRowToken,
  SftConfig,
  SkipPolicy: oneOf(SKIP_POLICIES),
  SortDirection: oneOf(ORDERS),
  StartInBatch,
  StartedCall,
  StoredObject,
  StructuredOutputs,
  SystemDetails,
  Thread,
  ThreadDetails,
  ThreadFilter,
  ThreadSortElement,
  ThreadSummary,
  TrainingCurves,
  TrainingEvent,
  TrainingJob,
  TrainingJobDetail,
  TrainingMode: oneOf(TRAINING_MODES),
  TrainingRow,
  TrainingOutlook,
  TrainingSource,
  TrainingSourceKind: oneOf(SOURCE_KINDS),
  Trajectories,
  Trajectory,
  TrajectoryGroup,
  TrajectoryTurn,
  Turn,
  UnusableModel,
  Upstream,
  UploadedFile,
  ValueType: oneOf(VALUE_TYPES),
  Webhook,
  WebhookDelivery,
  WebhookDeliveryState: oneOf(DELIVERY_STATES),
  WebhookEvent: oneOf(WEBHOOK_EVENTS),
  WorkLeft: Left,
};
