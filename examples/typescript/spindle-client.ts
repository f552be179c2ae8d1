// A client for Spindle in one file, without dependencies: copy it into your project. Plain Node 24, Deno, Bun and browsers run it.
// Written from the service's contract by `npx node scripts/write-client.ts`; changes belong there.
// biome-ignore-all lint: as it was written
// biome-ignore-all format: as it was written


/** Every endpoint that programs may call, by its name in the service's documentation. Each throws `SpindleError` for any answer but 200. */
export class Spindle {
  readonly #connection: Connection;

  constructor(options: SpindleOptions) {
    this.#connection = new Connection(options);
  }

  /** Lists the base models, with their details. The bundled model and each folder in `models` of the data folder, by name. A folder that cannot be used has the reason. */
  describeBaseModels(input: DescribeBaseModelsInput = {}, options?: RequestOptions): Promise<DescribeBaseModelsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/base-models"}, input, options);
  }

  /** Record many calls from start to end. Returns an empty object if every call was stored. Calls that cannot be stored are listed in `errors` by their place in the batch; the others are still stored. */
  completeCalls(input: CompleteCallsInput, options?: RequestOptions): Promise<CompleteCallsReply> {
    return this.#connection.json({method: "POST", path: "/v2/{entity}/{project}/calls/complete", body: "json"}, input, options);
  }

  /** Delete calls and everything below them. Returns how many calls were deleted, including those below the named ones. */
  deleteCalls(input: DeleteCallsInput, options?: RequestOptions): Promise<DeleteCallsReply> {
    return this.#connection.json({method: "POST", path: "/calls/delete", body: "json"}, input, options);
  }

  /** Record that a call has ended. An end whose start has not arrived is stored, and hidden from readers until it does. */
  endCall(input: EndCallInput, options?: RequestOptions): Promise<EndCallReply> {
    return this.#connection.json({method: "POST", path: "/call/end", body: "json"}, input, options);
  }

  /** Record that a long call has ended. */
  endCallV2(input: EndCallV2Input, options?: RequestOptions): Promise<EndCallV2Reply> {
    return this.#connection.json({method: "POST", path: "/v2/{entity}/{project}/call/end", body: "json"}, input, options);
  }

  /** Count the calls that match a filter and a query. */
  getCallStats(input: GetCallStatsInput, options?: RequestOptions): Promise<GetCallStatsReply> {
    return this.#connection.json({method: "POST", path: "/calls/query_stats", body: "json"}, input, options);
  }

  /** Read one call. Returns `null` for a call that is missing or deleted. */
  readCall(input: ReadCallInput, options?: RequestOptions): Promise<ReadCallReply> {
    return this.#connection.json({method: "POST", path: "/call/read", body: "json"}, input, options);
  }

  /** Search calls by their start for a short while, and continue from there. Answers what it has found when the page is full, when `within_ms` is over, or when all calls have been looked at. `further` then says how far it got: send it as `from` to continue after it. It is null at the end. Whatever arrives or is deleted in between, no call is left out or given twice that was there all the time. Pages are also ended early by large documents. A query for calls (`/calls/stream_query`) always gives the whole answer, however long it takes. */
  searchCalls(input: SearchCallsInput, options?: RequestOptions): Promise<SearchCallsReply> {
    return this.#connection.json({method: "POST", path: "/calls/search", body: "json"}, input, options);
  }

  /** Record that a call has started. Start and end of a call are joined by its id and may arrive in any order. If sent again, the sent fields replace the earlier ones. */
  startCall(input: StartCallInput, options?: RequestOptions): Promise<StartCallReply> {
    return this.#connection.json({method: "POST", path: "/call/start", body: "json"}, input, options);
  }

  /** Record that a long call has started. */
  startCallV2(input: StartCallV2Input, options?: RequestOptions): Promise<StartCallV2Reply> {
    return this.#connection.json({method: "POST", path: "/v2/{entity}/{project}/call/start", body: "json"}, input, options);
  }

  /** Read the calls that match a filter and a query, one per line. Ordered by `started_at` by default. There is no limit unless you send one. A reference to an object or op of the project in one of `expand_columns` is replaced by what it refers to, with the reference as `_ref` in an object, unless `return_expanded_column_values` is false. Conditions and orders do not follow references: one inside an expanded column is 400. */
  streamCalls(input: StreamCallsInput, options?: RequestOptions): AsyncGenerator<StreamCallsReply> {
    return this.#connection.lines({method: "POST", path: "/calls/stream_query", body: "json"}, input, options);
  }

  /** Change the display name of a call. An empty name removes the display name. */
  updateCall(input: UpdateCallInput, options?: RequestOptions): Promise<UpdateCallReply> {
    return this.#connection.json({method: "POST", path: "/call/update", body: "json"}, input, options);
  }

  /** Record starts and ends of many calls. Returns one element for each of the batch, in order: the ids of a start, an empty object for an end, and `error` for an element that cannot be stored. The others are still stored. */
  upsertCallBatch(input: UpsertCallBatchInput, options?: RequestOptions): Promise<UpsertCallBatchReply> {
    return this.#connection.json({method: "POST", path: "/call/upsert_batch", body: "json"}, input, options);
  }

  /** Describe a few calls. One element for each named call that exists, in the order of the ids. With `search`, a long question or answer is cut to the first match, ignoring case. Only the last message of very large documents is read. */
  getCallDetails(input: GetCallDetailsInput, options?: RequestOptions): Promise<GetCallDetailsReply> {
    return this.#connection.json({method: "POST", path: "/calls/details", body: "json"}, input, options);
  }

  /** List the ids of all calls that match a filter and a query, or of a random sample. One id per line, oldest first. With `random`, draws a uniform sample of `count` different calls, or all if there are fewer. The same seed over the same calls draws the same ones in the same order. */
  pickCalls(input: PickCallsInput, options?: RequestOptions): AsyncGenerator<PickCallsReply> {
    return this.#connection.lines({method: "POST", path: "/calls/pick", body: "json"}, input, options);
  }

  /** Download the calls of a month as a table of Parquet. The calls that started in `month` (such as `2026-11`, in UTC), in the order of their start, one row each, running ones included. Attributes, inputs, output, exception, summary and span (`otel_dump`) are JSON as text; times have microseconds. The import of threads and `npm run import` read the file back: calls keep their ids, times and documents, and those that are there already are not added twice. They are then recorded by the person who imports them. */
  exportCalls(input: ExportCallsInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "GET", path: "/projects/{entity}/{project}/calls/export", query: ["month"]}, input, options);
  }

  /** Record OpenTelemetry spans of agents as calls. Like `recordSpans`, at the path to which Weave clients export agent spans. */
  recordAgentSpans(input: RecordAgentSpansInput = {}, options?: RequestOptions): Promise<RecordAgentSpansReply> {
    return this.#connection.json({method: "POST", path: "/agents/otel/v1/traces", query: ["project_id"], body: "json"}, input, options);
  }

  /** Record OpenTelemetry spans as calls. Accepts OTLP over HTTP, as protobuf or JSON, and responds in the same form. Spans go to the project that their resource names as `wandb.entity` and `wandb.project`, else to that of `project_id`. Spans that cannot be stored are counted in `partialSuccess`; the others are still stored. Errors are JSON. */
  recordSpans(input: RecordSpansInput = {}, options?: RequestOptions): Promise<RecordSpansReply> {
    return this.#connection.json({method: "POST", path: "/otel/v1/traces", query: ["project_id"], body: "json"}, input, options);
  }

  /** Describe a few threads. One element for each named thread that has turns, in the order of the ids. The window is that of the list and counts the same turns and calls. */
  getThreadDetails(input: GetThreadDetailsInput, options?: RequestOptions): Promise<GetThreadDetailsReply> {
    return this.#connection.json({method: "POST", path: "/threads/details", body: "json"}, input, options);
  }

  /** Query threads with statistics over their turns. A turn is a call whose id equals its turn id; nested and deleted calls do not count. Without `sort_by`, the most recently updated thread comes first. A thread whose source does not say when it was updated has the place of when its last turn was stored (`stored_at` of its details); in an order by start, threads without a known start come last in both directions. A turn's duration is the difference of its end and its start, each cut to whole milliseconds, and at least 0; turns with the attribute `"spindle": {"not_in_source": ["duration"]}` have none, and count in everything else. Missing percentiles come last in both directions, and ties are ordered by `thread_id`. Accepts Basic credentials, not bearer. */
  queryThreads(input: QueryThreadsInput, options?: RequestOptions): AsyncGenerator<QueryThreadsReply> {
    return this.#connection.lines({method: "POST", path: "/threads/stream_query", body: "json", basic: true}, input, options);
  }

  /** List the turns of a thread. Oldest first, without inputs and output. `total` counts all turns of the thread; it is 0 for an unknown thread. */
  queryTurns(input: QueryTurnsInput, options?: RequestOptions): Promise<QueryTurnsReply> {
    return this.#connection.json({method: "POST", path: "/threads/turns", body: "json"}, input, options);
  }

  /** Summarize the threads that match a filter. Accepts the filter of the list, whose window applies to single turns. Histograms have six ranges per power of ten: 1, 1.5, 2, 3, 5, 7, in whole numbers. Times are grouped in at most sixty spans, counted from 1970. */
  summarizeThreads(input: SummarizeThreadsInput, options?: RequestOptions): Promise<SummarizeThreadsReply> {
    return this.#connection.json({method: "POST", path: "/threads/summary", body: "json"}, input, options);
  }

  /** Add one piece of feedback. */
  createFeedback(input: CreateFeedbackInput, options?: RequestOptions): Promise<CreateFeedbackReply> {
    return this.#connection.json({method: "POST", path: "/feedback/create", body: "json"}, input, options);
  }

  /** Add several pieces of feedback to calls or objects. The batch is atomic. An item whose id is already stored gets the first response again if its content is the same; if not, the batch is refused. */
  createFeedbackBatch(input: CreateFeedbackBatchInput, options?: RequestOptions): Promise<CreateFeedbackBatchReply> {
    return this.#connection.json({method: "POST", path: "/feedback/batch/create", body: "json"}, input, options);
  }

  /** Delete feedback permanently. Deletes what the query matches, only in this project. A part of the query that names no field is always false, so a query without any field deletes nothing. Annotators, and API keys with only the scope `annotate`, can delete only their own feedback, by id; naming what they see of others is a 403. An item of a queue that loses an answer it needs is open again for its annotator. `X-Purged-Count` has the number of deleted entries. */
  purgeFeedback(input: PurgeFeedbackInput, options?: RequestOptions): Promise<PurgeFeedbackReply> {
    return this.#connection.json({method: "POST", path: "/feedback/purge", body: "json"}, input, options);
  }

  /** Find feedback. Rows have the requested fields, or all. `["count(*)"]` returns only their number. Annotators see only their own feedback. */
  queryFeedback(input: QueryFeedbackInput, options?: RequestOptions): Promise<QueryFeedbackReply> {
    return this.#connection.json({method: "POST", path: "/feedback/query", body: "json"}, input, options);
  }

  /** Replace one piece of feedback. Annotators can replace only their own feedback. */
  replaceFeedback(input: ReplaceFeedbackInput, options?: RequestOptions): Promise<ReplaceFeedbackReply> {
    return this.#connection.json({method: "POST", path: "/feedback/replace", body: "json"}, input, options);
  }

  /** Find the values in feedback payloads. Reads the newest payloads of each type and origin (`trigger_ref`), and lists the paths that `/feedback/stats` accepts, in order. A path is `numeric` or `boolean` if all its values are, else `categorical`. Values inside lists, keys with a dot, and paths that are always null are left out. */
  getFeedbackPayloadSchema(input: GetFeedbackPayloadSchemaInput, options?: RequestOptions): Promise<GetFeedbackPayloadSchemaReply> {
    return this.#connection.json({method: "POST", path: "/feedback/payload_schema", body: "json"}, input, options);
  }

  /** Aggregate values of feedback payloads over time. Spans 31 days at most. A bucket has its start (`timestamp`), the number of feedback entries (`count`), and each aggregation as `<aggregation>_<name>`, where the name is the path with underscores for dots and spaces; percentiles are `p50_<name>`. `window_stats` has the same over the whole time, by name. Without values, sums and counts are 0 and everything else is null. Percentiles are interpolated. Buckets start where the clock of `timezone` shows a multiple of `granularity` (seconds); without one, it depends on the length of the time, and it grows if there would be more than 10,000 buckets. A metric without aggregations gets `avg`, `min` and `max` of numbers, `count_true` and `count_false` of booleans, and `count` of categories, which have no other. Annotators see only their own feedback. */
  getFeedbackStats(input: GetFeedbackStatsInput, options?: RequestOptions): Promise<GetFeedbackStatsReply> {
    return this.#connection.json({method: "POST", path: "/feedback/stats", body: "json"}, input, options);
  }

  /** Adds calls to an annotation queue. For distinct ids, `added_count`, `duplicates` and the length of `pending` add up to their number. Calls that have not arrived are `pending`: each becomes an item when it arrives. A queue that compares pairs does not accept single calls: 409. */
  addQueueItems(input: AddQueueItemsInput, options?: RequestOptions): Promise<AddQueueItemsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items", body: "json"}, input, options);
  }

  /** Creates an annotation queue. */
  createQueue(input: CreateQueueInput, options?: RequestOptions): Promise<CreateQueueReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues", body: "json"}, input, options);
  }

  /** Deletes an annotation queue. The queue leaves every list; its items and annotations are kept. */
  deleteQueue(input: DeleteQueueInput, options?: RequestOptions): Promise<DeleteQueueReply> {
    return this.#connection.json({method: "DELETE", path: "/annotation_queues/{queue_id}", query: ["project_id"]}, input, options);
  }

  /** Reads an annotation queue. */
  getQueue(input: GetQueueInput, options?: RequestOptions): Promise<GetQueueReply> {
    return this.#connection.json({method: "GET", path: "/annotation_queues/{queue_id}", query: ["project_id"]}, input, options);
  }

  /** Counts the progress of each annotator of a queue. One element for each annotator with a state in the queue, by name. */
  getQueueProgress(input: GetQueueProgressInput, options?: RequestOptions): Promise<GetQueueProgressReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/progress", body: "json"}, input, options);
  }

  /** Counts the items of several annotation queues. One element for each distinct id, in the order requested; zeros for unknown queues. An item counts as completed once any annotator has completed or skipped it. */
  getQueueStats(input: GetQueueStatsInput, options?: RequestOptions): Promise<GetQueueStatsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/stats", body: "json"}, input, options);
  }

  /** Lists items of an annotation queue. Default order, and for ties: the order of adding. Positions count the items that match the filter before `limit`, `offset` and the conditions on annotators' work: `annotation_states`, `my_annotation_states`, `annotator_user_id`, `is_flagged`, `is_decided`, `is_open`, `is_reserved`. */
  queryQueueItems(input: QueryQueueItemsInput, options?: RequestOptions): Promise<QueryQueueItemsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/query", body: "json"}, input, options);
  }

  /** Streams the annotation queues of a project. `name` keeps queues whose name contains it, ignoring case; `is_archived` keeps archived queues, or the others. Default order: newest first; ties by id. */
  queryQueues(input: QueryQueuesInput, options?: RequestOptions): AsyncGenerator<QueryQueuesReply> {
    return this.#connection.lines({method: "POST", path: "/annotation_queues/query", body: "json"}, input, options);
  }

  /** Removes an item from an annotation queue. Its annotations are kept, and the call can be added again as a new item. */
  removeQueueItem(input: RemoveQueueItemInput, options?: RequestOptions): Promise<RemoveQueueItemReply> {
    return this.#connection.json({method: "DELETE", path: "/annotation_queues/{queue_id}/items/{item_id}", query: ["project_id"]}, input, options);
  }

  /** Sets the caller's annotation state of an item. Each annotator has their own state; the item shows the one written last. Writing the current state changes nothing. An answer beyond those that the item needs counts as an extra one; in a strict queue, completing without a slot is 409. */
  updateItemProgress(input: UpdateItemProgressInput, options?: RequestOptions): Promise<UpdateItemProgressReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/progress", body: "json"}, input, options);
  }

  /** Changes an annotation queue. Absent or null fields do not change; an empty text or list replaces the value. Changing the kind of a queue that has items is 409. `is_archived` archives or restores the queue: nothing is lost, and an archived queue has no new items for annotators. */
  updateQueue(input: UpdateQueueInput, options?: RequestOptions): Promise<UpdateQueueReply> {
    return this.#connection.json({method: "PUT", path: "/annotation_queues/{queue_id}", body: "json"}, input, options);
  }

  /** Stores the caller's answer to an item in one step. Atomic: feedback, the state of the item and the end of its reservation. `revision` is the one that the form started with: 409 with the code `stale` if the caller has a newer answer, and with the code `slot_taken` if the reservation was lost and others have every slot. Feedback is about the item's call (or the second one of its pair) and belongs to the queue; a problem with an element is 422 at `feedback.N`. An answer has one value for each field and call; it is a list if the field accepts several. The value of a field whose schema says `"x-spans": true` is a list of passages `{path, start, end, quote, label}`: `path` names a text below `inputs` or `output`, the offsets are in UTF-16 units, and a passage that no longer matches the text is 422 at its place below `payload.value`. State `in_progress` keeps the reservation, or reserves the item again if it has a free slot. A completed item needs the queue's required fields, and a pair needs a verdict; a skipped one needs a reason if the queue requires it. */
  answerItem(input: AnswerItemInput, options?: RequestOptions): Promise<AnswerItemReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/answer", body: "json"}, input, options);
  }

  /** Reads an item with the caller's own work on it. Anyone who can annotate can read it, reserved or not, for example to review their answers. */
  getItemWork(input: GetItemWorkInput, options?: RequestOptions): Promise<GetItemWorkReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/work", body: "json"}, input, options);
  }

  /** Keeps the caller's reservations alive. Renews the named reservations that are still valid, and expired ones whose slot is still free. The others are in `lost`: taken by someone else, dropped, or never reserved. `expires_at` is the earliest of those kept. */
  keepItems(input: KeepItemsInput, options?: RequestOptions): Promise<KeepItemsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/heartbeat", body: "json"}, input, options);
  }

  /** Releases the caller's reservations. Without item ids, all reservations in the queue. */
  releaseItems(input: ReleaseItemsInput, options?: RequestOptions): Promise<ReleaseItemsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/release", body: "json"}, input, options);
  }

  /** Reserves the next items of a queue for the caller. Reserves items until the caller has `count`, and returns all of them in the order in which to answer them; existing reservations are renewed. No slot of an item is granted twice: an item has as many slots as it needs answers, minus those answered, reserved, or sent back to someone by a lead. Order: items sent back to the caller, items they have started, items that a reinforcement run waits for (`awaited`), the nearest deadline first, items assigned to them, the rest in the queue's order, and last, if the queue returns them, items they skipped. `left` explains why there are no more: it counts the whole queue, and is null if the caller has as many as requested. An archived queue renews reservations and grants nothing new. */
  reserveItems(input: ReserveItemsInput, options?: RequestOptions): Promise<ReserveItemsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/reserve", body: "json"}, input, options);
  }

  /** Adds pairs of calls to a queue that compares pairs. Both calls must have arrived: `missing` lists those that have not, and their pairs are not added. A pair that is already in the queue, in either order, is a duplicate. A queue of another kind is 409. */
  addQueuePairs(input: AddQueuePairsInput, options?: RequestOptions): Promise<AddQueuePairsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/pairs", body: "json"}, input, options);
  }

  /** Changes many items in one way. Send item ids, a `filter`, or both; with both, only named items that match the filter are changed. Only real changes are counted. `reopen` sets each annotator's state, or only that of `annotator_user_id`, back to unstarted; answers are kept. `prioritize` sets `priority`, `assign` gives them only to `assigned_to` (null: everyone), `remove` removes them from the queue. */
  changeItems(input: ChangeItemsInput, options?: RequestOptions): Promise<ChangeItemsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/change", body: "json"}, input, options);
  }

  /** Decides an item whose annotators may disagree. `values` are keyed by field reference. Each must match the field's schema, and, as in answers, a field that is not asked must be left out. The verdict on a pair is keyed `spindle.preference.1`. Annotators see the decision with its note. `is_gold` makes it a reference answer. A second decision replaces the first. */
  decideItem(input: DecideItemInput, options?: RequestOptions): Promise<DecideItemReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/decision", body: "json"}, input, options);
  }

  /** Downloads the answers of a queue, one row for each item and annotator. As JSON Lines, or as CSV in UTF-8 with a header. In CSV, a text that a spreadsheet would run as a formula starts with an apostrophe. Columns are named after the fields, with the number of the answered version beside each. The annotated conversation is included unless `include_conversations` is false. */
  exportAnswers(input: ExportAnswersInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "GET", path: "/annotation_queues/{queue_id}/answers", query: ["project_id", "format", "include_conversations"]}, input, options);
  }

  /** Reads the answers of all annotators to some items. Includes the judgements of model judges (`wandb.runnable.*`) on their calls, and decisions. */
  queryItemAnswers(input: QueryItemAnswersInput, options?: RequestOptions): Promise<QueryItemAnswersReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/answers/query", body: "json"}, input, options);
  }

  /** Sends an item back to one of its annotators, with a note. Their state is unstarted again, their answers are kept as a draft, and they get the item first. */
  sendItemBack(input: SendItemBackInput, options?: RequestOptions): Promise<SendItemBackReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/send_back", body: "json"}, input, options);
  }

  /** Shows the progress of several queues, including overlap. One element for each requested queue that the caller may see, in the order requested. If every annotator should answer an item, it counts as done once it has an answer. */
  summarizeQueues(input: SummarizeQueuesInput, options?: RequestOptions): Promise<SummarizeQueuesReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/summaries", body: "json"}, input, options);
  }

  /** Undoes a decision. */
  undecideItem(input: UndecideItemInput, options?: RequestOptions): Promise<UndecideItemReply> {
    return this.#connection.json({method: "DELETE", path: "/annotation_queues/{queue_id}/items/{item_id}/decision", query: ["project_id"]}, input, options);
  }

  /** Shows what more answers in a queue promise. A simple model of hashed words learns each closed field from a quarter, a half, three quarters and all of the newest answers, and is measured on answers that it has not seen. Fields with fewer than 40 answered items, and numbers of very many values, are left out. Each point says how many items it was measured on, with Wilson’s interval. `expected` is given if a power law explains at least 80 % of the differences between the points. */
  getLearningCurve(input: GetLearningCurveInput, options?: RequestOptions): Promise<GetLearningCurveReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/learning_curve", body: "json"}, input, options);
  }

  /** Shows how good the model of a queue's answers is, and whether its suggestions sway annotators. Only of queues in informative order, or that show suggestions; others have no fields here. The model is as of its last fit, some seconds after the latest answers. On a fifth of the items, suggestions are made and not shown; agreement with them is what people would have said. */
  getQueueLearning(input: GetQueueLearningInput, options?: RequestOptions): Promise<GetQueueLearningReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/learning", body: "json"}, input, options);
  }

  /** Creates a new version of a field and uses it in the queue. Absent or null fields do not change. Answers keep the version that they were given for. If asked again, an item returns to exactly those annotators, with only that question open; their other answers are kept. If answers do not fit the new version, `ask_again` must say what happens to them. Other queues with the field keep their version. A change to another type of value is 422; an archived queue cannot ask again: 409. */
  changeQueueField(input: ChangeQueueFieldInput, options?: RequestOptions): Promise<ChangeQueueFieldReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/fields/change", body: "json"}, input, options);
  }

  /** Shows the effect of a change to a field of a queue. Changes nothing. `answers` counts the answers to the field in the queue, one per item and annotator; `touched_answers` counts those whose value the new version does not accept. A change to another type of value is 422, because answers cannot be converted. */
  previewFieldChange(input: PreviewFieldChangeInput, options?: RequestOptions): Promise<PreviewFieldChangeReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/fields/preview", body: "json"}, input, options);
  }

  /** Lists the versions of a queue's fields, with the number of answers to each. Fields in the queue's order. For each field: the current version, and earlier ones that have answers in the queue, newest first. Deleted versions have no number and are left out. */
  queryFieldVersions(input: QueryFieldVersionsInput, options?: RequestOptions): Promise<QueryFieldVersionsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/fields/versions", body: "json"}, input, options);
  }

  /** Shows the progress of a queue over time, and an estimate of its end. Counts the answers given and wanted. If every annotator should answer an item, it counts items instead: done, as in the summary of the queue, and all. */
  getQueueBurnUp(input: GetQueueBurnUpInput, options?: RequestOptions): Promise<GetQueueBurnUpReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/burn_up", body: "json"}, input, options);
  }

  /** Shows the work and the agreement of annotators. Agreement on each closed field, over current answers. With `include_judges`, model judges count as raters. A cell of the matrix compares two raters on the requested field, or on the first one. */
  getQueueQuality(input: GetQueueQualityInput, options?: RequestOptions): Promise<GetQueueQualityReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/quality", body: "json"}, input, options);
  }

  /** Lists the items whose annotators disagree, largest disagreement first. */
  listDisagreements(input: ListDisagreementsInput, options?: RequestOptions): Promise<ListDisagreementsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/disagreements", body: "json"}, input, options);
  }

  /** Adds calls that are stored already by a rule, the newest first. All of them or none are added, up to 10,000 and `limit`. Repeating the request adds what is left. It works for paused rules too. */
  backfillQueueRule(input: BackfillQueueRuleInput, options?: RequestOptions): Promise<BackfillQueueRuleReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/rules/{rule_id}/backfill", body: "json"}, input, options);
  }

  /** Counts what a rule would add of the calls that are stored. Nothing changes. The numbers are exact at this moment. */
  countRuleBackfill(input: CountRuleBackfillInput, options?: RequestOptions): Promise<CountRuleBackfillReply> {
    return this.#connection.json({method: "GET", path: "/annotation_queues/{queue_id}/rules/{rule_id}/backfill", query: ["project_id"]}, input, options);
  }

  /** Counts the stored calls that a rule of such conditions would take. Nothing changes. As a rule does, it looks at ended calls alone, and leaves calls of evaluations and of the playground out unless `includes_own` takes them. Counting stops at 10000; `has_more` says whether there are more. */
  countRuleMatches(input: CountRuleMatchesInput, options?: RequestOptions): Promise<CountRuleMatchesReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/rules/matches", body: "json"}, input, options);
  }

  /** Creates a rule that fills a queue. Each call that passes `filter` and `query`, as in a list of calls, becomes an item; without them, each call does. It looks at calls that end, or get feedback, from now on; `…/backfill` adds earlier ones. Whether a call is within the rate depends on its id and the rule's alone, so the same calls are always chosen. What somebody removed from the queue never comes back by a rule. A queue that compares pairs, or has 50 rules, is 409. */
  createQueueRule(input: CreateQueueRuleInput, options?: RequestOptions): Promise<CreateQueueRuleReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/rules", body: "json"}, input, options);
  }

  /** Deletes a rule. The items that it added stay, and still name it. */
  deleteQueueRule(input: DeleteQueueRuleInput, options?: RequestOptions): Promise<DeleteQueueRuleReply> {
    return this.#connection.json({method: "DELETE", path: "/annotation_queues/{queue_id}/rules/{rule_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the rules that fill a queue, the oldest first. */
  listQueueRules(input: ListQueueRulesInput, options?: RequestOptions): Promise<ListQueueRulesReply> {
    return this.#connection.json({method: "GET", path: "/annotation_queues/{queue_id}/rules", query: ["project_id"]}, input, options);
  }

  /** Replaces a rule by what is sent. What is left out has its default again; the counts continue. `is_paused` pauses the rule or sets it to work; what ends while it is paused is not looked at. */
  updateQueueRule(input: UpdateQueueRuleInput, options?: RequestOptions): Promise<UpdateQueueRuleReply> {
    return this.#connection.json({method: "PUT", path: "/annotation_queues/{queue_id}/rules/{rule_id}", body: "json"}, input, options);
  }

  /** Archives a dataset. It leaves the usual list and builds no more versions. Its versions stay and can be read; `is_archived: false` restores it. */
  archiveDataset(input: ArchiveDatasetInput, options?: RequestOptions): Promise<ArchiveDatasetReply> {
    return this.#connection.json({method: "DELETE", path: "/datasets/{dataset_id}", query: ["project_id"]}, input, options);
  }

  /** Creates a dataset: a recipe that turns answers into training data. Nothing is built yet. An unknown field of the recipe is 422, and so is a use that does not fit the kind. Rows of `sft` are for supervised jobs, those of `preference`, `kto` and `reward` for preference jobs, `prompts` for reinforcement learning, and `eval` to measure by. A name that a dataset or an object of the project has is 409 with the code `name_taken`. */
  createDataset(input: CreateDatasetInput, options?: RequestOptions): Promise<CreateDatasetReply> {
    return this.#connection.json({method: "POST", path: "/datasets", body: "json"}, input, options);
  }

  /** Reads a dataset with its newest versions. */
  getDataset(input: GetDatasetInput, options?: RequestOptions): Promise<GetDatasetReply> {
    return this.#connection.json({method: "GET", path: "/datasets/{dataset_id}", query: ["project_id"]}, input, options);
  }

  /** Proposes a name that a new dataset can have. The name itself where it is free; else with the first number after it that is: `intents-2`. `taken_by` says what has the name, an archived dataset too. Nothing is kept: somebody else can take the name before a dataset of it is created. */
  proposeDatasetName(input: ProposeDatasetNameInput, options?: RequestOptions): Promise<ProposeDatasetNameReply> {
    return this.#connection.json({method: "POST", path: "/datasets/propose_name", body: "json"}, input, options);
  }

  /** Lists the datasets of a project with their newest versions, the one that changed last first. `name` keeps datasets whose name contains it, ignoring case; `is_archived` keeps archived datasets, or the others. `published` are datasets that programs stored as objects, such as those of the Weave SDK, up to 100 of them, with the first page and never among archived ones: they have no recipe, and jobs and recipes take them by their `ref`. One that lacks what rows need says so in `lack`; where that is `other_columns`, the reference says what they are: `<ref>?prompt=question&completion=answer`. */
  queryDatasets(input: QueryDatasetsInput, options?: RequestOptions): Promise<QueryDatasetsReply> {
    return this.#connection.json({method: "POST", path: "/datasets/query", body: "json"}, input, options);
  }

  /** Changes a dataset's recipe, description or whether it is archived. Absent or null fields do not change. The next version is built by the new recipe; versions that exist keep theirs. */
  updateDataset(input: UpdateDatasetInput, options?: RequestOptions): Promise<UpdateDatasetReply> {
    return this.#connection.json({method: "PUT", path: "/datasets/{dataset_id}", body: "json"}, input, options);
  }

  /** Downloads the rows of a published version. `jsonl`: one row per line, as the program sent it. `csv` and `parquet`: a column for each name that a row has, where lists and objects are JSON as text; in CSV, a text that a spreadsheet would run as a formula starts with an apostrophe. Parquet of more than 10,000 rows is 409 with the code `too_many_rows`, and a table of more than 200 columns, or in Parquet of a million cells, 409 with the code `too_many_columns`. Parquet of rows that are all empty objects is 409 with the code `no_columns`. */
  exportPublishedDataset(input: ExportPublishedDatasetInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "GET", path: "/datasets/published/{name}/versions/{version}/export", query: ["project_id", "format"]}, input, options);
  }

  /** Reads a dataset that a program published, with its versions and what was made of them. `versions` are the newest 200, `uses` the newest 100, each newest first. A dataset that is built here has the endpoints of `/datasets/{dataset_id}`, and is a 404 here. */
  getPublishedDataset(input: GetPublishedDatasetInput, options?: RequestOptions): Promise<GetPublishedDatasetReply> {
    return this.#connection.json({method: "GET", path: "/datasets/published/{name}", query: ["project_id"]}, input, options);
  }

  /** Lists rows of a published version, as the program sent them. A page has fewer rows than asked for where they have more than 8 MB: the next one begins after the last position. */
  queryPublishedRows(input: QueryPublishedRowsInput, options?: RequestOptions): Promise<QueryPublishedRowsReply> {
    return this.#connection.json({method: "POST", path: "/datasets/published/{name}/versions/{version}/rows", body: "json"}, input, options);
  }

  /** Makes a dataset of files of rows. The files are read as `/v1/files` reads them, and kept as one uploaded file, of which the recipe takes all rows; a version is built at once. Rows are JSON Lines in any form that a job reads, tables of separated values (`columns` says what their columns are; else their names do), tables of Parquet, or a zip or tar of these, such as a folder of the Hugging Face Hub; a README.md and other files that hold no rows by their name are passed over. A row whose `split` says `train` or `held_out` stays there, and so do the rows of several files that are called `train` and `test`; the rows of one file that says `held_out` in its name are held out, too. Of all others, `held_out_percent` are held out. Without `kind`, the first row says what the dataset is for. Errors name their lines, and nothing is kept of a file that has any. */
  importDataset(input: ImportDatasetInput, options?: RequestOptions): Promise<ImportDatasetReply> {
    return this.#connection.json({method: "POST", path: "/datasets/import", body: "form"}, input, options);
  }

  /** Builds a version of a dataset from its recipe. Everything is read at one moment, and the version appears whole or not at all. If a version with equal training data exists, that one is the answer, `is_new` is false, and nothing is stored twice: a build never stores what has not changed, and `if_changed` need not be sent. A recipe that yields no rows is 409 with the code `empty`; an archived dataset is 409 with the code `archived`. */
  buildDatasetVersion(input: BuildDatasetVersionInput, options?: RequestOptions): Promise<BuildDatasetVersionReply> {
    return this.#connection.json({method: "POST", path: "/datasets/{dataset_id}/versions", body: "json"}, input, options);
  }

  /** Downloads the rows of a version. `jsonl`: one row per line. `csv`: in UTF-8 with a header, where messages and tools are JSON in a cell, and a text that a spreadsheet would run as a formula starts with an apostrophe. `parquet`: messages are lists of structures; tools and tool calls are JSON as text. `hf`: a tar archive of a folder that `datasets.load_dataset` reads, with a card, and the splits `train` and `test` (held out) as Parquet. `openai`: lines as OpenAI fine-tuning takes them, of one split, since they cannot say which it is: `train` (`held_out` of a dataset of kind `eval`) where `split` is absent; `messages` or `input`, `preferred_output` and `non_preferred_output`, with `margin` where it is 2, and of prompts `messages` and `reference`, which graders call `item.reference`; weights are left out, and rows with labels or rewards are 409 with the code `no_such_form`. Content that is not text is 409 with the code `not_tabular` for `parquet` and `hf`. */
  exportDatasetVersion(input: ExportDatasetVersionInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "GET", path: "/datasets/{dataset_id}/versions/{version}/export", query: ["project_id", "format", "split"]}, input, options);
  }

  /** Shows what a recipe would build. Stores nothing. Builds from at most 2,000 items; `is_sampled` says whether there are more. `rows` are the first ones, `rejections` the first of each reason. */
  previewDataset(input: PreviewDatasetInput, options?: RequestOptions): Promise<PreviewDatasetReply> {
    return this.#connection.json({method: "POST", path: "/datasets/preview", body: "json"}, input, options);
  }

  /** Lists what became no row of a version, with the reasons. */
  queryDatasetRejections(input: QueryDatasetRejectionsInput, options?: RequestOptions): Promise<QueryDatasetRejectionsReply> {
    return this.#connection.json({method: "POST", path: "/datasets/{dataset_id}/versions/{version}/rejections", body: "json"}, input, options);
  }

  /** Lists rows of a version, with what each was made from. In the version's order. A row never changes; evidence that has changed since or was erased is marked `is_withdrawn`. `annotator_user_id` keeps the rows that have evidence of that person; `is_conflicting` those whose prompt has other rows with another value, one prompt after another; `has_missing_calls` those whose answer rests on calls that they do not have; `notes` those that have at least one of these. */
  queryDatasetRows(input: QueryDatasetRowsInput, options?: RequestOptions): Promise<QueryDatasetRowsReply> {
    return this.#connection.json({method: "POST", path: "/datasets/{dataset_id}/versions/{version}/rows", body: "json"}, input, options);
  }

  /** Lists the versions of a dataset, newest first. */
  queryDatasetVersions(input: QueryDatasetVersionsInput, options?: RequestOptions): Promise<QueryDatasetVersionsReply> {
    return this.#connection.json({method: "POST", path: "/datasets/{dataset_id}/versions/query", body: "json"}, input, options);
  }

  /** Compares a version with another one of its dataset. Rows are matched by their `row_id`, which says what each was made from. `changed` are those whose content, split or weight differs. `changes` come in the order of this version, and after them what it lacks in the order of the other. */
  diffDatasetVersion(input: DiffDatasetVersionInput, options?: RequestOptions): Promise<DiffDatasetVersionReply> {
    return this.#connection.json({method: "POST", path: "/datasets/{dataset_id}/versions/{version}/diff", body: "json"}, input, options);
  }

  /** Lists the versions that train on what a version measures by. Of a version of kind `eval`, all rows are meant, and of others those that are held out; with `position`, that row alone. A version is listed if rows to train on in it share a thread, a trace or a prompt with one of these, as the guard of builds understands it; so a score on those rows may be remembered and not learned. Newest first. Versions from before such keys were kept are not found. */
  queryVersionExposure(input: QueryVersionExposureInput, options?: RequestOptions): Promise<QueryVersionExposureReply> {
    return this.#connection.json({method: "POST", path: "/datasets/{dataset_id}/versions/{version}/seen_by", body: "json"}, input, options);
  }

  /** Counts the rows of a version that have a reference. A reference is what graders read as `item.reference`: of a conversation its last reply, of a pair the better answer, else the row's own. `asked` are the rows that reinforcement asks, `measured` those that evaluations ask. The first 2,000 of each are read; the `is_sampled` of each says whether there are more. */
  countVersionReferences(input: CountVersionReferencesInput, options?: RequestOptions): Promise<CountVersionReferencesReply> {
    return this.#connection.json({method: "GET", path: "/datasets/{dataset_id}/versions/{version}/references", query: ["project_id"]}, input, options);
  }

  /** Archives a grader. It leaves the usual list. `is_archived: false` restores it. */
  archiveGrader(input: ArchiveGraderInput, options?: RequestOptions): Promise<ArchiveGraderReply> {
    return this.#connection.json({method: "DELETE", path: "/graders/{grader_id}", query: ["project_id"]}, input, options);
  }

  /** Creates a grader: what says how good an answer is. `string_check`, `text_similarity`, `label_model`, `score_model` and `multi` have the shapes of OpenAI's graders; types that begin with `spindle.` are Spindle's own. Templates name `{{item.…}}` and `{{sample.output_text}}`, `sample.output_json`, `sample.output_tools`, and `sample.answer`, which is the text with each tool call in a line of its own. A name that another grader of the project has is 409 with the code `name_taken`. */
  createGrader(input: CreateGraderInput, options?: RequestOptions): Promise<CreateGraderReply> {
    return this.#connection.json({method: "POST", path: "/graders", body: "json"}, input, options);
  }

  /** Reads a grader. */
  getGrader(input: GetGraderInput, options?: RequestOptions): Promise<GetGraderReply> {
    return this.#connection.json({method: "GET", path: "/graders/{grader_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the graders of a project, the one that changed last first. `name` keeps graders whose name contains it, ignoring case; `type` those of one type; `is_archived` keeps archived graders, or the others. */
  queryGraders(input: QueryGradersInput, options?: RequestOptions): Promise<QueryGradersReply> {
    return this.#connection.json({method: "POST", path: "/graders/query", body: "json"}, input, options);
  }

  /** Changes a grader's name, description or definition, or restores it. Absent or null fields do not change. What was graded before keeps its scores: evaluations keep a copy of their graders. */
  updateGrader(input: UpdateGraderInput, options?: RequestOptions): Promise<UpdateGraderReply> {
    return this.#connection.json({method: "PUT", path: "/graders/{grader_id}", body: "json"}, input, options);
  }

  /** Grades stored calls with a grader, and stores nothing. The newest calls that have ended and match `query`, or those that `call_ids` names. The item of a call is `{inputs, question, messages, reference?}`: `question` is the last message before the answer, and `reference` what people answered in `human`, where it is sent. With `human`, only calls of that queue are taken, and the scores are compared with people's answers (numbers count as they are, yes is 1 and no is 0; labels are yes or no by `yes_values`, or as the grader has them). Models are asked as the caller, who must be allowed to use them; `spindle.http` needs the permission `evaluations:write`. */
  dryRunGrader(input: DryRunGraderInput, options?: RequestOptions): Promise<DryRunGraderReply> {
    return this.#connection.json({method: "POST", path: "/graders/dry_run", body: "json"}, input, options);
  }

  /** Reads the secret with which the project's graders sign their requests. Requests of `spindle.http` graders are signed as Standard Webhooks; this is the secret to verify them with. It is the same for all graders of a project. Of the scopes of API keys, manage alone shows it, as with webhooks. */
  getGraderSecret(input: GetGraderSecretInput, options?: RequestOptions): Promise<GetGraderSecretReply> {
    return this.#connection.json({method: "GET", path: "/graders/signing_secret", query: ["project_id"]}, input, options);
  }

  /** Grades one given answer. A grader that cannot give a score masks the sample: `score` is null and `masked` says why. Models are asked as the caller, who must be allowed to use them. */
  runGrader(input: RunGraderInput, options?: RequestOptions): Promise<RunGraderReply> {
    return this.#connection.json({method: "POST", path: "/graders/run", body: "json"}, input, options);
  }

  /** Measures how far a stored grader agrees with people, and keeps the figures. Grades the newest calls of the queue that people have answered, each of them twice, and compares yes and no: the grader says yes from its threshold on (half of its range where it has none), people by their answer (`true`, a number from that threshold on, or a label that the grader gives a score). Where people choose among labels, `yes_values` names those that mean yes, and each other one means no. What people do not agree on is left out (`undecided`), and so is what is neither yes nor no (`unread`) and what a model of the grader was trained on (`learned`). In a queue of pairs, leave out `field`: the grader must name `{{item.first}}` and `{{item.second}}`, says yes where the first is better, and is also asked with the two swapped; ties are left out. `answered_after` keeps calls that were answered later, which shows drift. Models are asked as the caller. Intervals are of 95 %. */
  measureGrader(input: MeasureGraderInput, options?: RequestOptions): Promise<MeasureGraderReply> {
    return this.#connection.json({method: "POST", path: "/graders/{grader_id}/measurements", body: "json"}, input, options);
  }

  /** Lists the calls on which a grader and people said the opposite when it was measured. Those of which the grader was surest come first. */
  queryGraderDisagreements(input: QueryGraderDisagreementsInput, options?: RequestOptions): Promise<QueryGraderDisagreementsReply> {
    return this.#connection.json({method: "POST", path: "/graders/{grader_id}/measurements/{measurement_id}/disagreements", body: "json"}, input, options);
  }

  /** Lists the measurements of a grader, newest first. */
  queryGraderMeasurements(input: QueryGraderMeasurementsInput, options?: RequestOptions): Promise<QueryGraderMeasurementsReply> {
    return this.#connection.json({method: "POST", path: "/graders/{grader_id}/measurements/query", body: "json"}, input, options);
  }

  /** Gives an annotator's items of a queue to others. All of it or nothing: the annotator gets no more items of the queue, what they hold is released, items that still want answers without theirs are open again, and no later build takes their answers to the queue's items. The last needs `datasets:write`; leave it out with `retract: false`. A queue that everybody annotates names all who may, but not them, from then on. 409 where nobody else is named. To undo, lift the retraction and give the queue its `annotator_ids_before`; items that were opened stay open. With `cancel_jobs`, jobs that still learn from what is retracted are cancelled, in every project where the caller may; they stay so. */
  rerouteAnnotator(input: RerouteAnnotatorInput, options?: RequestOptions): Promise<RerouteAnnotatorReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/reroute", body: "json"}, input, options);
  }

  /** Retracts answers, so that no later build takes them. All that is named must hold of an answer: the person, one of the items, one of the ids, when it was given. At least one of the first three is needed, and each id must be one that the project has or had. With `preview`, nothing is stored and the reply is what it would take out. Versions that exist do not change, and mark such evidence as `is_retracted`; later builds reject what had nothing else, as `retracted`. Rewards of reinforcement runs that were made of it stand as they are, and are named. What is already retracted in just these words gives the retraction that stands. Models that learned from the rows are named and not changed. With `cancel_jobs`, jobs that still learn from such rows once it is in force are cancelled, in every project where the caller may; `going_job_count` beside it counts those that still learn. */
  createRetraction(input: CreateRetractionInput, options?: RequestOptions): Promise<CreateRetractionReply> {
    return this.#connection.json({method: "POST", path: "/retractions", body: "json"}, input, options);
  }

  /** Lifts a retraction: later builds take the answers again. One that was lifted before does not change. */
  liftRetraction(input: LiftRetractionInput, options?: RequestOptions): Promise<LiftRetractionReply> {
    return this.#connection.json({method: "POST", path: "/retractions/{retraction_id}/lift", body: "json"}, input, options);
  }

  /** Lists retractions, newest first. */
  queryRetractions(input: QueryRetractionsInput, options?: RequestOptions): Promise<QueryRetractionsReply> {
    return this.#connection.json({method: "POST", path: "/retractions/query", body: "json"}, input, options);
  }

  /** Puts a retraction that was lifted in force again. It is the same one, with its reason and who made it. One that is in force does not change. */
  restoreRetraction(input: RestoreRetractionInput, options?: RequestOptions): Promise<RestoreRetractionReply> {
    return this.#connection.json({method: "POST", path: "/retractions/{retraction_id}/restore", body: "json"}, input, options);
  }

  /** Traces what something was made from, or what was made of it. A step leads from a person or an item to an answer or decision, from there to a row of a dataset's version, to the version, to a job that trained on it; or to a round of a reinforcement run whose replies it rewarded, to the round's job; from there to the job's checkpoint, and to aliases on it and evaluation runs that measured it; from a checkpoint also to jobs that started from it, and from a version to those that take rows of it and to runs that measured by it. Followed are the rows and rewards themselves: what trains only on the other rows of a version does not come of an answer, and neither does the job of a round in which all replies to the same prompt were worth the same. `counts` are of all that was reached; of each kind at most 100 nodes are listed, the nearest first, and items only for listed answers. What was answered and never became a row or a reward is not found. */
  traceLineage(input: TraceLineageInput, options?: RequestOptions): Promise<TraceLineageReply> {
    return this.#connection.json({method: "POST", path: "/lineage", body: "json"}, input, options);
  }

  /** Shows which training rows an answer to an item would give. Stores nothing. `feedback` and `is_flagged` are those of an answer that has not been sent; the reply has each dataset of the project, at most 20 by name, that is not archived and takes rows from the queue. Goes by this answer alone: what others said of the item and what was decided are neither used nor shown, so that they cannot guide the answer. `is_shared` says where a build also asks them. */
  queryItemYields(input: QueryItemYieldsInput, options?: RequestOptions): Promise<QueryItemYieldsReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/yields", body: "json"}, input, options);
  }

  /** Shows what the answers of a queue are ready for. Stores nothing. `datasets` are those that take answers of the queue and are not archived, at most 20 by name. The readiness is that of `dataset_id`, or else of the one whose recipe changed last; with `field_ref`, only datasets that take the answers to that field count. It is computed as a build computes it, of at most 2,000 items (`is_sampled`); what keeps a build from being made is its `problem`. `model_id` says what is to be trained; without it that is the model that last learned from the dataset, or else the newest one of the project. */
  getQueueReadiness(input: GetQueueReadinessInput, options?: RequestOptions): Promise<GetQueueReadinessReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/readiness", body: "json"}, input, options);
  }

  /** Shows what a model says to an answered item before and after it learned from the queue. Of the newest completed supervised job that trained on labels of this queue: the checkpoint that it started from and the newest that it made answer the prompt that a row of the dataset would have, at temperature 0. Only for an item that the caller has completed, so that nothing guides the answer: 409 with the code `not_answered` before. `comparison` is null where nothing was trained on the queue, and where the item gives no prompt. A reply is asked for once and then kept. */
  compareItem(input: CompareItemInput, options?: RequestOptions): Promise<CompareItemReply> {
    return this.#connection.json({method: "POST", path: "/annotation_queues/{queue_id}/items/{item_id}/before_after", body: "json"}, input, options);
  }

  /** Creates an evaluation: a dataset and what is measured of the answers to its rows. Nothing is run yet. Measured are the held-out rows of the dataset, or all rows of one of kind `eval`. Always measured are exact match with the reference, latency and tokens, and for base models and registered ones the negative log-likelihood of the reference (`nll`, in nats a token) and, of pairs, whether the model gives the chosen reply the higher log-likelihood, all its tokens together (`prefers_chosen`). Neither depends on sampling. `version` names one version; without it, each run takes the newest. `on_checkpoint` names models of the project: each checkpoint that one of them gets from now on is measured by itself, once. A name that an evaluation of the project has is 409 with the code `name_taken`. */
  createEvaluation(input: CreateEvaluationInput, options?: RequestOptions): Promise<CreateEvaluationReply> {
    return this.#connection.json({method: "POST", path: "/evaluations", body: "json"}, input, options);
  }

  /** Deletes an evaluation that nothing refers to. One with runs, or that a gate, a loop or a run of reinforcement goes by, is 409 with the code `in_use`; archive it instead. */
  deleteEvaluation(input: DeleteEvaluationInput, options?: RequestOptions): Promise<DeleteEvaluationReply> {
    return this.#connection.json({method: "DELETE", path: "/evaluations/{evaluation_id}", query: ["project_id"]}, input, options);
  }

  /** Reads an evaluation with its newest runs. */
  getEvaluation(input: GetEvaluationInput, options?: RequestOptions): Promise<GetEvaluationReply> {
    return this.#connection.json({method: "GET", path: "/evaluations/{evaluation_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the evaluations of a project with their last runs, newest first. `name` keeps evaluations whose name contains it, ignoring case; `model_id` those with a run of the model; `is_archived` keeps archived evaluations, or the others. */
  queryEvaluations(input: QueryEvaluationsInput, options?: RequestOptions): Promise<QueryEvaluationsReply> {
    return this.#connection.json({method: "POST", path: "/evaluations/query", body: "json"}, input, options);
  }

  /** Renames an evaluation, archives or restores it, or changes what runs by itself. Absent or null fields do not change. `measures` replaces dataset, version, graders and sampling as a whole, as long as nothing was measured by them: once there is a run, other measures are 409 with the code `measured`. An archived evaluation leaves the usual list and measures nothing new; its runs stay. `on_checkpoint` replaces the models whose new checkpoints are measured by themselves. A name that another evaluation of the project has is 409 with the code `name_taken`. */
  updateEvaluation(input: UpdateEvaluationInput, options?: RequestOptions): Promise<UpdateEvaluationReply> {
    return this.#connection.json({method: "PUT", path: "/evaluations/{evaluation_id}", body: "json"}, input, options);
  }

  /** Cancels a run. What it has measured stays. A run that has ended does not change. */
  cancelEvaluationRun(input: CancelEvaluationRunInput, options?: RequestOptions): Promise<CancelEvaluationRunReply> {
    return this.#connection.json({method: "POST", path: "/evaluation_runs/{run_id}/cancel", body: "json"}, input, options);
  }

  /** Compares runs of an evaluation, metric by metric, with intervals. Intervals are of 95 %. Differences are paired by row and resampled by what belongs together: rows of one thread, trace or prompt. An answer that could not be scored is left out, and never counts as 0. With `people`, the answers that people judged in a queue (numbers count as they are, yes is 1 and no is 0) are joined with what the grader `judge` of the evaluation says of all: `people_and_judge`. Cases are what belongs together, as above. */
  compareEvaluationRuns(input: CompareEvaluationRunsInput, options?: RequestOptions): Promise<CompareEvaluationRunsReply> {
    return this.#connection.json({method: "POST", path: "/evaluations/{evaluation_id}/compare", body: "json"}, input, options);
  }

  /** Starts runs of an evaluation, one for each subject. `subjects` are models as chat completions name them; a name that moves, such as an alias or the newest step, is fixed to the step that it has now. Registered models must be the project's own. Each answer is stored as a call of the thread `eval/<run_id>`. A dataset without rows to measure is 409 with the code `no_rows`, an archived evaluation 409 with the code `archived`. */
  createEvaluationRuns(input: CreateEvaluationRunsInput, options?: RequestOptions): Promise<CreateEvaluationRunsReply> {
    return this.#connection.json({method: "POST", path: "/evaluations/{evaluation_id}/runs", body: "json"}, input, options);
  }

  /** Reads a run of an evaluation. */
  getEvaluationRun(input: GetEvaluationRunInput, options?: RequestOptions): Promise<GetEvaluationRunReply> {
    return this.#connection.json({method: "GET", path: "/evaluation_runs/{run_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the answers of a run with their scores. In the order of the rows; with `draw`, so many drawn at random, always the same ones, and more of them are those and others. `text` keeps answers where the question, the reference or the answer contains it, ignoring case. `filter` needs a `metric`, and `fixed` and `broken` also a `baseline`: another run of the same evaluation. */
  queryEvaluationResults(input: QueryEvaluationResultsInput, options?: RequestOptions): Promise<QueryEvaluationResultsReply> {
    return this.#connection.json({method: "POST", path: "/evaluation_runs/{run_id}/results", body: "json"}, input, options);
  }

  /** Measures again what a run could not measure. Answers that are masked by anything are asked for again, and so is what a cancelled or failed run has left. The others stay. A run that has not ended is 409 with the code `not_ended`. */
  retryEvaluationRun(input: RetryEvaluationRunInput, options?: RequestOptions): Promise<RetryEvaluationRunReply> {
    return this.#connection.json({method: "POST", path: "/evaluation_runs/{run_id}/retry", body: "json"}, input, options);
  }

  /** Reads how a model does in an evaluation, step by step. Of each step the newest completed run counts, of at most 50 steps the newest ones. `metric` is the first of `metrics` unless one is named. Intervals are of 95 %, resampled by what belongs together. `gates` says where the model's gates that go by this metric draw their line: a gate compares row by row, so a checkpoint beyond the line may still be no better than chance. */
  getEvaluationCurve(input: GetEvaluationCurveInput, options?: RequestOptions): Promise<GetEvaluationCurveReply> {
    return this.#connection.json({method: "POST", path: "/evaluations/{evaluation_id}/curve", body: "json"}, input, options);
  }

  /** Lists the checkpoints that have an alias, with what was measured of each last. Of each model whose checkpoint has the alias, the one that got it last first. The interval is of 95 %, as where runs are compared. */
  queryServedEvaluations(input: QueryServedEvaluationsInput, options?: RequestOptions): Promise<QueryServedEvaluationsReply> {
    return this.#connection.json({method: "POST", path: "/evaluations/served", body: "json"}, input, options);
  }

  /** Makes a queue in which people compare the answers of two runs blindly. `items` rows are drawn at random from those to which both runs gave different answers; where answers are equal, people have nothing to say. Annotators see copies of the two answers with the question: no model, run, thread, time or number of tokens, and the sides are shuffled. Once each pair has the answers of `annotators_per_item` people, the votes stand in the comparison of the runs: the win rate is that of answers that differ, and `overall` counts the equal ones as ties. With `preview`, nothing is made, and the reply counts `differing` and `same` rows. Runs without a row that both answered are 409 with the code `nothing_to_compare`, and so are answers that are all equal. */
  createBlindQueue(input: CreateBlindQueueInput, options?: RequestOptions): Promise<CreateBlindQueueReply> {
    return this.#connection.json({method: "POST", path: "/evaluations/{evaluation_id}/blind_queue", body: "json"}, input, options);
  }

  /** Counts the rows that a checkpoint learned from whose answers are retracted. Of what every job on its line read, from the base on, as aliases say it of theirs. Worth reading before a checkpoint gets an alias, or a job starts from it: `clean_step` is the newest step of the model that learned from none, whose job learned something and that no guard of a reinforcement run rejected. */
  getRetractedRows(input: GetRetractedRowsInput, options?: RequestOptions): Promise<GetRetractedRowsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/models/{model_id}/checkpoints/{step}/retracted_rows"}, input, options);
  }

  /** Counts the rows of a training job's data whose answers are retracted. Of the version that it reads, which may be another project's; `retracted` is null where nothing of it is. What a checkpoint learned, also by the jobs before, is at its own `retracted_rows`. */
  getRetractedRowsOfJob(input: GetRetractedRowsOfJobInput, options?: RequestOptions): Promise<GetRetractedRowsOfJobReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-jobs/{training_job_id}/retracted_rows"}, input, options);
  }

  /** Lists the aliases of a model with their gates. By name. An alias that has no checkpoint yet is among them where it has a gate, or where somebody asked for it, and waits or was refused last. */
  listCheckpointAliases(input: ListCheckpointAliasesInput, options?: RequestOptions): Promise<ListCheckpointAliasesReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/models/{model_id}/aliases"}, input, options);
  }

  /** Shows the history of an alias: who moved it, when, from which step to which, and what its gate found. Newest first. An alias that never was has none. */
  queryAliasMoves(input: QueryAliasMovesInput, options?: RequestOptions): Promise<QueryAliasMovesReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/models/{model_id}/aliases/{name}/history", body: "json"}, input, options);
  }

  /** Moves an alias back to the step that it had before, past any gate. Again, it goes back one step further. `step` says which step is expected: where the alias would go to another one, it is 409 with the code `moved`, so that two who roll back at once do it once. Where nothing was before, it is 409 with the code `nothing_before`. */
  rollBackCheckpointAlias(input: RollBackCheckpointAliasInput, options?: RequestOptions): Promise<RollBackCheckpointAliasReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/models/{model_id}/aliases/{name}/rollback", body: "json"}, input, options);
  }

  /** Shows whether a checkpoint would pass the gate of an alias, line by line. Changes nothing. An alias without a gate is 404. */
  checkCheckpointGate(input: CheckCheckpointGateInput, options?: RequestOptions): Promise<CheckCheckpointGateReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/models/{model_id}/gates/{alias}/check", body: "json"}, input, options);
  }

  /** Removes the gate of an alias. Deleting again is 200 and deletes nothing. For admins of the project. */
  deleteCheckpointGate(input: DeleteCheckpointGateInput, options?: RequestOptions): Promise<DeleteCheckpointGateReply> {
    return this.#connection.json({method: "DELETE", path: "/v1/preview/models/{model_id}/gates/{alias}"}, input, options);
  }

  /** Sets the gate of an alias: what a checkpoint must show before the alias moves to it. The checkpoint is compared with the one that has the alias, or else with the model's oldest, in the newest completed runs of each evaluation. It passes if the lower end of the 95 % interval of its gain is above `min_gain` on the target and above minus `margin` on each guard. With `needs_approval`, only admins move it, and others ask with `POST /promotions`. While there is a gate, the alias cannot be deleted. For admins of the project. */
  setCheckpointGate(input: SetCheckpointGateInput, options?: RequestOptions): Promise<SetCheckpointGateReply> {
    return this.#connection.json({method: "PUT", path: "/v1/preview/models/{model_id}/gates/{alias}", body: "json"}, input, options);
  }

  /** Approves, which moves the alias. In one transaction, and only if the checkpoint passes the gate by now: otherwise it is 409 with the code `gate_failed`, and continues to wait. Approving again changes nothing; what was refused or withdrawn is 409 with the code `decided`. For admins of the project. */
  approvePromotion(input: ApprovePromotionInput, options?: RequestOptions): Promise<ApprovePromotionReply> {
    return this.#connection.json({method: "POST", path: "/promotions/{promotion_id}/approve", body: "json"}, input, options);
  }

  /** Asks that an alias moves to a checkpoint. It waits until an admin approves or refuses. A checkpoint that does not pass the gate of the alias is 409 with the code `gate_failed`; one that has the alias already `already_there`; what waits already `already_asked`. */
  createPromotion(input: CreatePromotionInput, options?: RequestOptions): Promise<CreatePromotionReply> {
    return this.#connection.json({method: "POST", path: "/promotions", body: "json"}, input, options);
  }

  /** Lists what was asked, newest first. Of models that were deleted, nothing is listed. `refusal_stands` says of what was refused that it is the last word: nobody asked for the alias since, and it has not moved. */
  queryPromotions(input: QueryPromotionsInput, options?: RequestOptions): Promise<QueryPromotionsReply> {
    return this.#connection.json({method: "POST", path: "/promotions/query", body: "json"}, input, options);
  }

  /** Refuses. What was decided already is 409 with the code `decided`. For admins of the project. */
  refusePromotion(input: RefusePromotionInput, options?: RequestOptions): Promise<RefusePromotionReply> {
    return this.#connection.json({method: "POST", path: "/promotions/{promotion_id}/refuse", body: "json"}, input, options);
  }

  /** Withdraws what was asked. For anyone who may ask. What was decided already is 409 with the code `decided`. */
  withdrawPromotion(input: WithdrawPromotionInput, options?: RequestOptions): Promise<WithdrawPromotionReply> {
    return this.#connection.json({method: "POST", path: "/promotions/{promotion_id}/withdraw", body: "json"}, input, options);
  }

  /** Creates a webhook, which reports to an address what happens in a project. Each event is a POST of `{"type", "timestamp", "data"}` with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks. The secret (`whsec_…`) is only in this response. An answer of 2xx within 15 seconds takes it; anything else is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. 410, or failing all that time, switches the webhook off. Redirects are not followed. Only instance admins may set `allow_private`. */
  createWebhook(input: CreateWebhookInput, options?: RequestOptions): Promise<CreateWebhookReply> {
    return this.#connection.json({method: "POST", path: "/webhooks", body: "json"}, input, options);
  }

  /** Deletes a webhook with its deliveries. */
  deleteWebhook(input: DeleteWebhookInput, options?: RequestOptions): Promise<DeleteWebhookReply> {
    return this.#connection.json({method: "DELETE", path: "/webhooks/{webhook_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the webhooks of a project, the oldest first. */
  listWebhooks(input: ListWebhooksInput, options?: RequestOptions): Promise<ListWebhooksReply> {
    return this.#connection.json({method: "GET", path: "/webhooks", query: ["project_id"]}, input, options);
  }

  /** Lists what a webhook was sent, the newest first. What was delivered or failed for good is kept for 30 days. */
  queryWebhookDeliveries(input: QueryWebhookDeliveriesInput, options?: RequestOptions): Promise<QueryWebhookDeliveriesReply> {
    return this.#connection.json({method: "POST", path: "/webhooks/{webhook_id}/deliveries/query", body: "json"}, input, options);
  }

  /** Sends a delivery again. With the same `webhook-id`, so that a receiver that had it can recognize it. It begins a new row of tries. A webhook that is off is 409. */
  redeliverWebhook(input: RedeliverWebhookInput, options?: RequestOptions): Promise<RedeliverWebhookReply> {
    return this.#connection.json({method: "POST", path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", body: "json"}, input, options);
  }

  /** Gives a webhook another secret. The secret (`whsec_…`) is only in this response. For 24 hours, what is sent has a signature by each of both, so a receiver can change over in between. */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: RequestOptions): Promise<RotateWebhookSecretReply> {
    return this.#connection.json({method: "POST", path: "/webhooks/{webhook_id}/rotate", body: "json"}, input, options);
  }

  /** Sends an event of the type webhook.test. */
  testWebhook(input: TestWebhookInput, options?: RequestOptions): Promise<TestWebhookReply> {
    return this.#connection.json({method: "POST", path: "/webhooks/{webhook_id}/test", body: "json"}, input, options);
  }

  /** Changes a webhook, or switches it on or off. Absent or null fields do not change. What happens while it is off is not sent. Switching it on continues with what was pending. The address of a webhook with `allow_private` is changed by instance admins alone. */
  updateWebhook(input: UpdateWebhookInput, options?: RequestOptions): Promise<UpdateWebhookReply> {
    return this.#connection.json({method: "PUT", path: "/webhooks/{webhook_id}", body: "json"}, input, options);
  }

  /** Store a new version of an object. A version is named by the digest of its value, so storing the same value again creates no new version. With `builtin_object_class` the value is checked against that class. */
  createObject(input: CreateObjectInput, options?: RequestOptions): Promise<CreateObjectReply> {
    return this.#connection.json({method: "POST", path: "/obj/create", body: "json"}, input, options);
  }

  /** Delete versions of an object. Without `digests`, deletes every version. Feedback that refers to them is kept. A version that an annotation queue asks (`scorer_refs`) is a 409 `in_use` that names the queues. */
  deleteObject(input: DeleteObjectInput, options?: RequestOptions): Promise<DeleteObjectReply> {
    return this.#connection.json({method: "POST", path: "/obj/delete", body: "json"}, input, options);
  }

  /** List versions of objects. Oldest first unless `sort_by` says otherwise. */
  queryObjects(input: QueryObjectsInput, options?: RequestOptions): Promise<QueryObjectsReply> {
    return this.#connection.json({method: "POST", path: "/objs/query", body: "json"}, input, options);
  }

  /** Read one version of an object. */
  readObject(input: ReadObjectInput, options?: RequestOptions): Promise<ReadObjectReply> {
    return this.#connection.json({method: "POST", path: "/obj/read", body: "json"}, input, options);
  }

  /** Store a table of rows. Rows are named by the digests of their values, and the table by those of its rows, in order. The same rows are the same table. */
  createTable(input: CreateTableInput, options?: RequestOptions): Promise<CreateTableReply> {
    return this.#connection.json({method: "POST", path: "/table/create", body: "json"}, input, options);
  }

  /** Store a table of rows that are already stored. For tables that are too large for one request: their rows come as several small tables first. */
  createTableFromDigests(input: CreateTableFromDigestsInput, options?: RequestOptions): Promise<CreateTableFromDigestsReply> {
    return this.#connection.json({method: "POST", path: "/table/create_from_digests", body: "json"}, input, options);
  }

  /** Count the rows of a table. */
  getTableStats(input: GetTableStatsInput, options?: RequestOptions): Promise<GetTableStatsReply> {
    return this.#connection.json({method: "POST", path: "/table/query_stats", body: "json"}, input, options);
  }

  /** Count the rows of several tables. Tables that do not exist are left out. */
  getTableStatsBatch(input: GetTableStatsBatchInput, options?: RequestOptions): Promise<GetTableStatsBatchReply> {
    return this.#connection.json({method: "POST", path: "/table/query_stats_batch", body: "json"}, input, options);
  }

  /** Read rows of a table. */
  queryTable(input: QueryTableInput, options?: RequestOptions): Promise<QueryTableReply> {
    return this.#connection.json({method: "POST", path: "/table/query", body: "json"}, input, options);
  }

  /** Read rows of a table, one per line. */
  streamTable(input: StreamTableInput, options?: RequestOptions): AsyncGenerator<StreamTableReply> {
    return this.#connection.lines({method: "POST", path: "/table/query_stream", body: "json"}, input, options);
  }

  /** Store a changed copy of a table. Changes are applied in order; each is one of `append`, `pop` and `insert`. The original table does not change. */
  updateTable(input: UpdateTableInput, options?: RequestOptions): Promise<UpdateTableReply> {
    return this.#connection.json({method: "POST", path: "/table/update", body: "json"}, input, options);
  }

  /** Store a file that objects and calls refer to by its digest. For example the source of an op, or an image. The digest is that of the bytes, so the same bytes are the same file. Also served as `/files/create`. */
  createContentFile(input: CreateContentFileInput, options?: RequestOptions): Promise<CreateContentFileReply> {
    return this.#connection.json({method: "POST", path: "/file/create", body: "form"}, input, options);
  }

  /** Read a file by its digest. Also served as `/files/content`. */
  readContentFile(input: ReadContentFileInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "POST", path: "/file/content", body: "json"}, input, options);
  }

  /** Resolve references to objects and ops. Values are in the order of the references. A path after the version leads into its value, and through references in it. A deleted version or an unknown path is null; a version that never existed is 404. */
  readReferences(input: ReadReferencesInput, options?: RequestOptions): Promise<ReadReferencesReply> {
    return this.#connection.json({method: "POST", path: "/refs/read_batch", body: "json"}, input, options);
  }

  /** Registers a model to train. The model starts with a checkpoint of step 0, which answers like its base model. If `entity` is null, the caller's default entity is used. A name that is taken is 409; with `return_existing`, that model is returned instead, unless its base model or training differs. */
  createModel(input: CreateModelInput, options?: RequestOptions): Promise<CreateModelReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/models", body: "json"}, input, options);
  }

  /** Removes an alias from its checkpoint. Deleting again is 200 and deletes nothing. An alias with a gate is 409 with the code `gated`. */
  deleteCheckpointAlias(input: DeleteCheckpointAliasInput, options?: RequestOptions): Promise<DeleteCheckpointAliasReply> {
    return this.#connection.json({method: "DELETE", path: "/v1/preview/models/{model_id}/aliases/{name}"}, input, options);
  }

  /** Deletes checkpoints of a model by their steps. Atomic. The last checkpoint that a job did not leave on the way, one with an alias, and one that an unfinished job starts from or compares to cannot be deleted: 409. Steps are never reused. */
  deleteCheckpoints(input: DeleteCheckpointsInput, options?: RequestOptions): Promise<DeleteCheckpointsReply> {
    return this.#connection.json({method: "DELETE", path: "/v1/preview/models/{model_id}/checkpoints", body: "json"}, input, options);
  }

  /** Deletes a model with its checkpoints. A model with an unfinished job is 409: cancel the job first. Deleting again is 200 and changes nothing. The name is free afterwards. */
  deleteModel(input: DeleteModelInput, options?: RequestOptions): Promise<DeleteModelReply> {
    return this.#connection.json({method: "DELETE", path: "/v1/preview/models/{model_id}"}, input, options);
  }

  /** Downloads the files of a checkpoint. A tar of one folder: a PEFT adapter, or a Hugging Face model if it is trained in full. A base without its own files, or with changed files, is 409; if files turn out changed during the download, it is aborted. */
  downloadCheckpoint(input: DownloadCheckpointInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "GET", path: "/v1/preview/models/{model_id}/checkpoints/{step}/download"}, input, options);
  }

  /** Reads a registered model. */
  getModel(input: GetModelInput, options?: RequestOptions): Promise<GetModelReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/models/{model_id}"}, input, options);
  }

  /** Shows the lineage of a model's checkpoints. Nodes are the base model, jobs, their data and the checkpoints, including deleted ones. Edges lead from a base to its first checkpoint, from its data and its starting checkpoint to a job, and from a job to the checkpoints it created. Covers the newest `limit` jobs. */
  getModelLineage(input: GetModelLineageInput, options?: RequestOptions): Promise<GetModelLineageReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/models/{model_id}/lineage", query: ["limit"]}, input, options);
  }

  /** Lists the checkpoints of a model by step. */
  listCheckpoints(input: ListCheckpointsInput, options?: RequestOptions): Promise<ListCheckpointsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/models/{model_id}/checkpoints", query: ["order", "after", "limit"]}, input, options);
  }

  /** Lists registered models, oldest first. Of one project, or of all projects that the caller may read. */
  listModels(input: ListModelsInput = {}, options?: RequestOptions): Promise<ListModelsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/models", query: ["project_id", "name", "search", "order", "after", "limit"]}, input, options);
  }

  /** Stores trajectories for a model. They are stored as sent, and nothing is trained on them. */
  logTrajectories(input: LogTrajectoriesInput, options?: RequestOptions): Promise<LogTrajectoriesReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/models/{model_id}/log", body: "json"}, input, options);
  }

  /** Gives a checkpoint an alias, or moves the alias to it. Chat completions then accept `entity/project/model:name`. A checkpoint with an alias cannot be deleted. A damaged one cannot get an alias: 409. Where the alias has a gate and the checkpoint does not pass it, 409 with the code `gate_failed` names each line that fails; back to the step that the alias had before is always allowed. Where the gate needs an approval and the caller is not an admin, it is 409 with the code `needs_approval`. With `override` and a `reason`, admins of the project move it all the same, which the audit log keeps. */
  setCheckpointAlias(input: SetCheckpointAliasInput, options?: RequestOptions): Promise<SetCheckpointAliasReply> {
    return this.#connection.json({method: "PUT", path: "/v1/preview/models/{model_id}/aliases/{name}", body: "json"}, input, options);
  }

  /** Verifies the files of a checkpoint again. `whole`: the files are as written, and the checkpoint can be used (again). `changed`: it is not used. `missing`: the files are not here, and its state does not change. For admins of the project. */
  verifyCheckpoint(input: VerifyCheckpointInput, options?: RequestOptions): Promise<VerifyCheckpointReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/models/{model_id}/checkpoints/{step}/verify"}, input, options);
  }

  /** Looks up a model name that chat completions accept. Returns the model as in the list. Accepts every spelling that chat completions accept, with slashes as `%2F`; one that the list does not have, such as that of a single checkpoint, returns the model under its full reference. */
  getServedModel(input: GetServedModelInput, options?: RequestOptions): Promise<GetServedModelReply> {
    return this.#connection.json({method: "GET", path: "/v1/models/{model}"}, input, options);
  }

  /** Lists every model name that chat completions accept. Base models, models of upstreams, and the registered models in the caller's projects. */
  listServedModels(input: ListServedModelsInput = {}, options?: RequestOptions): Promise<ListServedModelsReply> {
    return this.#connection.json({method: "GET", path: "/v1/models"}, input, options);
  }

  /** Uploads a file of conversations, preferences or prompts. One JSON object per line, with `messages` and, if the conversation has them, `tools`, or with the replies that a preference job compares, in any form that it reads, or with a `prompt` and, where it is known, a `reference`, for datasets of prompts; one form in a file; or a table of Apache Parquet with these columns, a table of separated values (`.csv` or `.tsv`, whose columns `columns` says, or their names), a zip or tar of such files, or several of them, which are kept as lines in one file. Every line is checked, and errors name their lines. Tokens are counted for `base_model`. With `artifact`, each upload is a new version of it, starting at `v0`, and a training job can name it as `wandb-artifact:///<entity>/<project>/<name>:v0`. Without `project_id` and `artifact`, the file goes to the only project that the caller may write to. */
  createFile(input: CreateFileInput, options?: RequestOptions): Promise<CreateFileReply> {
    return this.#connection.json({method: "POST", path: "/v1/files", body: "form"}, input, options);
  }

  /** Deletes an uploaded file. A file in use by an unfinished job is 409: cancel the job first. Deleting again gives the same response. */
  deleteFile(input: DeleteFileInput, options?: RequestOptions): Promise<DeleteFileReply> {
    return this.#connection.json({method: "DELETE", path: "/v1/files/{file_id}"}, input, options);
  }

  /** Reads the details of an uploaded file. */
  getFile(input: GetFileInput, options?: RequestOptions): Promise<GetFileReply> {
    return this.#connection.json({method: "GET", path: "/v1/files/{file_id}"}, input, options);
  }

  /** Downloads an uploaded file. */
  getFileContent(input: GetFileContentInput, options?: RequestOptions): Promise<Response> {
    return this.#connection.send({method: "GET", path: "/v1/files/{file_id}/content"}, input, options);
  }

  /** Lists uploaded files, newest first. Of one project, or of all projects that the caller may read. */
  listFiles(input: ListFilesInput = {}, options?: RequestOptions): Promise<ListFilesReply> {
    return this.#connection.json({method: "GET", path: "/v1/files", query: ["project_id", "purpose", "order", "after", "limit"]}, input, options);
  }

  /** Stops a training job within one step. Does nothing to a job that has ended or is being cancelled. A cancelled job leaves no checkpoint. With `keep: true`, a job that has done a step ends completed instead, and what it has learned so far becomes its checkpoint (the best step so far, where it was to keep that one); `is_stopped_early` says so. */
  cancelTrainingJob(input: CancelTrainingJobInput, options?: RequestOptions): Promise<CancelTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/training-jobs/{training_job_id}/cancel", query: ["keep"]}, input, options);
  }

  /** Trains a model on example conversations. `training_data_url` is the id of an uploaded file, a `wandb-artifact:///entity/project/name:vN` reference to one, the `ref` of a dataset version (only rows that are not held out are trained on), a `data:` address, an `https:` address outside private networks, or `job:` and the id of a supervised job whose data is used again. Each line of the data is a JSON object with `messages` and, optionally, `tools` and a `weight`: a number that says how much the row counts within its batch, 1 where it is absent. Rows of a dataset are shuffled and rows of a file are not, unless `shuffle` says otherwise. The loss on rows that are held out is the metric `validation_loss` of every tenth of the steps, or of every `validation_every`; with `keep: best`, the checkpoint has the weights of the step where it was least. */
  createSftTrainingJob(input: CreateSftTrainingJobInput, options?: RequestOptions): Promise<CreateSftTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/sft-training-jobs", body: "json"}, input, options);
  }

  /** Trains a model by reinforcement on rewarded conversations. Each group has several answers to one prompt with their rewards. Absent or null settings get their defaults; unknown ones are ignored. Jobs of one model run one after the other, each from the newest checkpoint or from that of `start_step`. The optimizer’s state is carried on from the job that made that checkpoint while it is kept: for the newest one, and for those that a job which has not ended starts from. */
  createTrainingJob(input: CreateTrainingJobInput, options?: RequestOptions): Promise<CreateTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/training-jobs", body: "json"}, input, options);
  }

  /** Reads a training job of either kind. */
  getTrainingJob(input: GetTrainingJobInput, options?: RequestOptions): Promise<GetTrainingJobReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-jobs/{training_job_id}"}, input, options);
  }

  /** Lists training jobs, newest first. Without `project_id`, jobs of every project that the caller may read. `search` matches parts of names, tags, notes, groups and model names, ignoring case. */
  listTrainingJobs(input: ListTrainingJobsInput = {}, options?: RequestOptions): Promise<ListTrainingJobsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-jobs", query: ["model_id", "status", "project_id", "search", "tag", "group", "file_id", "after", "limit"]}, input, options);
  }

  /** Queues a failed or cancelled training job again. Creates a new job with the same settings and data, which starts from the model's newest checkpoint, or from the same `start_step`. Where a job that repeats it has not ended yet, the answer is that job. 409 if the job has not failed and was not cancelled, or if its data or that checkpoint is gone. */
  retryTrainingJob(input: RetryTrainingJobInput, options?: RequestOptions): Promise<RetryTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/training-jobs/{training_job_id}/retry"}, input, options);
  }

  /** Changes the name, tags, note or group of a training job. Absent fields do not change; an empty text or list removes the value. A job can be changed at any time, because these fields do not affect training. */
  updateTrainingJob(input: UpdateTrainingJobInput, options?: RequestOptions): Promise<UpdateTrainingJobReply> {
    return this.#connection.json({method: "PUT", path: "/v1/preview/training-jobs/{training_job_id}", body: "json"}, input, options);
  }

  /** Checks a supervised job without creating it. Accepts the same request. Errors in lines are listed in `problems`, up to 20, and are not refused. An `https:` address is fetched for this. */
  validateSftTrainingJob(input: ValidateSftTrainingJobInput, options?: RequestOptions): Promise<ValidateSftTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/sft-training-jobs/validate", body: "json"}, input, options);
  }

  /** Trains a model on what people preferred. `training_data_url` is as for a supervised job; a dataset version must be of kind preference, or for the loss `kto` of kind kto, too, and for `rwr` of kind reward. Each line of the data is a pair `{"prompt": […], "chosen": […], "rejected": […]}` (TRL’s forms are read too, and OpenAI’s `{"input": {"messages": […]}, "preferred_output": […], "non_preferred_output": […]}`), for the loss `kto` also `{"prompt": […], "completion": […], "label": true}`, and for `rwr` `{"prompt": […], "completion": […], "reward": 1}` or `{"trajectories": [{"messages_and_choices": […], "reward": 1}, …]}`; with an optional `weight`. All lines are read before the job is queued, but for those of an `https:` address, which is fetched when the job begins. Rows that are held out, those of `validation_data_url` or else of the dataset’s version, give the metrics `validation_loss`, `validation_accuracy` and `validation_margin`. The reference that `dpo`, `ipo` and `kto` compare with is the model as the job finds it, or the checkpoint of `reference_step`. */
  createPreferenceTrainingJob(input: CreatePreferenceTrainingJobInput, options?: RequestOptions): Promise<CreatePreferenceTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/preference-training-jobs", body: "json"}, input, options);
  }

  /** Checks a preference job without creating it. Accepts the same request. Errors in lines are listed in `problems`, up to 20, and are not refused. An `https:` address is fetched for this. */
  validatePreferenceTrainingJob(input: ValidatePreferenceTrainingJobInput, options?: RequestOptions): Promise<ValidatePreferenceTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/preference-training-jobs/validate", body: "json"}, input, options);
  }

  /** Tries learning rates on the data of a preference job without creating it. Accepts what the job is made of. Takes steps at rates that rise over three decades around the usual one, on the first rows of the data (at most 2,000), from the weights that the job would start from, and drops the weights. It computes for 10 seconds at most. One probe computes at a time; the others wait, of each project at most four with the one that computes. Leaving the request ends it. With `stream`, the answer is server-sent events: `waiting`, `opening`, `step`, and `result` or `failed` last. Jobs of reinforcement learning have no data before they have sampled, so there is no probe for them. */
  probePreferenceTrainingJob(input: ProbePreferenceTrainingJobInput, options?: RequestOptions): Promise<ProbePreferenceTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/preference-training-jobs/probe", body: "json"}, input, options);
  }

  /** Tries learning rates on the data of a supervised job without creating it. Accepts what the job is made of. Takes steps at rates that rise over three decades around the usual one, on the first rows of the data (at most 2,000), from the weights that the job would start from, and drops the weights. It computes for 10 seconds at most. One probe computes at a time; the others wait, of each project at most four with the one that computes. Leaving the request ends it. With `stream`, the answer is server-sent events: `waiting`, `opening`, `step`, and `result` or `failed` last. */
  probeSftTrainingJob(input: ProbeSftTrainingJobInput, options?: RequestOptions): Promise<ProbeSftTrainingJobReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/sft-training-jobs/probe", body: "json"}, input, options);
  }

  /** Reads the metrics of a training job over its steps. `names` is a comma-separated list; without it, all metrics are returned. If a range has more steps than `max_points`, each point covers a span of steps and has its minimum and maximum, so that no spike is lost; `least` and `greatest` of a series name the exact step, and `recent` lists the last 20 steps one by one. `with_times` adds when the last step of each span ended, and the speed of its slowest and fastest step. */
  getTrainingMetrics(input: GetTrainingMetricsInput, options?: RequestOptions): Promise<GetTrainingMetricsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-jobs/{training_job_id}/metrics", query: ["names", "from_step", "to_step", "max_points", "with_times"]}, input, options);
  }

  /** Lists the events of a training job, oldest first. `training_started` comes first, then a `gradient_step` for each optimiser step, and `training_ended` or `training_failed` last. For the next page, send the id of the last event in `after`. An unknown id is 422. */
  listTrainingEvents(input: ListTrainingEventsInput, options?: RequestOptions): Promise<ListTrainingEventsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-jobs/{training_job_id}/events", query: ["after", "limit"]}, input, options);
  }

  /** Reads the rewarded conversations of a reinforcement learning job. Groups in the order in which they were sent, with a histogram of their rewards. 409 for a supervised job, and if the data was removed after the job ended. */
  listTrajectories(input: ListTrajectoriesInput, options?: RequestOptions): Promise<ListTrajectoriesReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-jobs/{training_job_id}/trajectories", query: ["from_group", "limit", "bin"]}, input, options);
  }

  /** Reads small curves of several training jobs at once. One element for each named job of the project, in the order of the ids; unknown ones are left out. Points and `recent` are those of a job’s metrics from its first step on, at most `max_points` per curve. */
  queryTrainingCurves(input: QueryTrainingCurvesInput, options?: RequestOptions): Promise<QueryTrainingCurvesReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/training-curves/query", body: "json"}, input, options);
  }

  /** Follows a training job as it happens. All events so far, then each new one, until the job ends. In addition to the listed events: `state`, `groups`, `samples`, `speed`, `waiting` (what the job waits for, or null) `checkpoint` (one that the job left on the way) and `restarted` (its snapshot could not be used, so steps are repeated). After a disconnect, send the last id in the `Last-Event-ID` header or in `last_event_id` to continue; an unknown id starts from the beginning. With `tail`, only that many of the newest events are sent in full: earlier `gradient_step` and `speed` events are left out, and a `so_far` event has the number of events, steps and tokens before. */
  streamTrainingEvents(input: StreamTrainingEventsInput, options?: RequestOptions): AsyncGenerator<StreamTrainingEventsReply> {
    return this.#connection.events({method: "GET", path: "/v1/preview/training-jobs/{training_job_id}/stream", query: ["last_event_id", "tail"]}, input, options);
  }

  /** Lists running jobs, and waiting ones in order. Trainers run jobs of every project, so jobs of other projects are counted too, without their names. `seconds` and `ends` are estimated from completed steps and from earlier jobs on the same base model, and know that jobs take turns; they are null if unknown. */
  getTrainingQueue(input: GetTrainingQueueInput = {}, options?: RequestOptions): Promise<GetTrainingQueueReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-queue", query: ["project_id"]}, input, options);
  }

  /** Summarizes the groups of training jobs of a project, the one with the newest job first. At most 200 groups. Each completed job counts with the mean of its metric over the last tenth of its steps, at most 20, because a single batch is noisy. */
  listTrainingGroups(input: ListTrainingGroupsInput, options?: RequestOptions): Promise<ListTrainingGroupsReply> {
    return this.#connection.json({method: "GET", path: "/v1/preview/training-groups", query: ["project_id"]}, input, options);
  }

  /** Reads the rows of a supervised job by their losses. The rows of one `step`, or without it each row with its loss in the last step that it was part of. Rows with the greatest losses come first, which are often those with mistakes; `order: position` has the order of the data. 409 for other kinds of jobs. */
  queryTrainingRows(input: QueryTrainingRowsInput, options?: RequestOptions): Promise<QueryTrainingRowsReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/training-jobs/{training_job_id}/rows", body: "json"}, input, options);
  }

  /** Scores the tokens of a row of a supervised job. The tokens of one row of the data, and how much loss each has under the newest checkpoint of the job's model: what is wrong in a row of great loss stands out. At most the first 1,024 tokens. 404 where the row is not there any more, 409 for other kinds of jobs and for rows that cannot be read. */
  scoreTrainingRow(input: ScoreTrainingRowInput, options?: RequestOptions): Promise<ScoreTrainingRowReply> {
    return this.#connection.json({method: "POST", path: "/v1/preview/training-jobs/{training_job_id}/rows/{position}/score"}, input, options);
  }

  /** Lists the reinforcement runs that wait for people, the nearest deadline first. Each with its queue, how many answers it asked about and how many are decided. Runs in the queues that the caller may read; with `queue_id`, those of one queue. */
  queryRlWaits(input: QueryRlWaitsInput, options?: RequestOptions): Promise<QueryRlWaitsReply> {
    return this.#connection.json({method: "POST", path: "/rl_runs/waits", body: "json"}, input, options);
  }

  /** Ends a reinforcement run. The checkpoints of rounds that were completed stay. Items that wait for people and that nobody has answered are taken out of their queue; of the others nobody else is asked. Without `keep`, the job of the present round is cancelled and leaves none. With `keep: true`, what that job has learned so far becomes the last checkpoint, and the run completes. A run that has ended does not change. */
  cancelRlRun(input: CancelRlRunInput, options?: RequestOptions): Promise<CancelRlRunReply> {
    return this.#connection.json({method: "POST", path: "/rl_runs/{run_id}/cancel", body: "json"}, input, options);
  }

  /** Starts reinforcement in rounds on the prompts of a dataset. Each round asks the model's newest step of this run `prompts_per_round` prompts, `rollouts` times each; scores the answers with `graders`; trains on them with an ordinary reinforcement job; and begins again from the checkpoint that it makes. The reward is the sum of each grader's score times its `weight`; a grader of weight 0 is only watched. An answer that a grader cannot score is left out. Prompts are the rows of the version that are not held out. `guard` ends the run once the mean of a metric is more than `max_drop` worse than at the start. `human` asks people: the answers that graders are least sure of become calls and items of a queue, the round waits for them in the phase `waiting_for_people`, and what people say stands in for the graders of positive weight. At the deadline, `fallback` decides: the graders, nobody (the answer is left out), or the mean of the other answers to its prompt. Items that nobody has answered by then are taken out of the queue. A version without such rows is 409 with the code `no_rows`. */
  createRlRun(input: CreateRlRunInput, options?: RequestOptions): Promise<CreateRlRunReply> {
    return this.#connection.json({method: "POST", path: "/rl_runs", body: "json"}, input, options);
  }

  /** Reads a reinforcement run with its rounds. Of each round: the mean reward and that of each grader, how long answers are and how many were cut off, groups without variance, and what the guard found. `warnings` say in words what is wrong. */
  getRlRun(input: GetRlRunInput, options?: RequestOptions): Promise<GetRlRunReply> {
    return this.#connection.json({method: "GET", path: "/rl_runs/{run_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the answers of a round with their scores and rewards. `order` is by row, or the best, worst or longest answers first; masked ones come last. */
  queryRlRollouts(input: QueryRlRolloutsInput, options?: RequestOptions): Promise<QueryRlRolloutsReply> {
    return this.#connection.json({method: "POST", path: "/rl_runs/{run_id}/rollouts", body: "json"}, input, options);
  }

  /** Lists reinforcement runs of a project, newest first. */
  queryRlRuns(input: QueryRlRunsInput, options?: RequestOptions): Promise<QueryRlRunsReply> {
    return this.#connection.json({method: "POST", path: "/rl_runs/query", body: "json"}, input, options);
  }

  /** Creates a loop: what happens by itself between answers and a model. A run builds a version of the dataset, trains the model on it, measures the checkpoint beside the step that it has to be better than, and asks for the alias, or moves it. It ends as `skipped` where the data have not changed since the loop learned from them, and where the lower end of the gain’s 95 % interval is not above `min_gain`. It acts for the person who saved the loop last, who must be allowed to do each of these steps. There is one run at a time, and a job waits while `max_jobs` of the last 24 hours are the loop’s. */
  createLoop(input: CreateLoopInput, options?: RequestOptions): Promise<CreateLoopReply> {
    return this.#connection.json({method: "POST", path: "/loops", body: "json"}, input, options);
  }

  /** Deletes a loop, and stops its run. What its runs made stays. Deleting again is 404. */
  deleteLoop(input: DeleteLoopInput, options?: RequestOptions): Promise<DeleteLoopReply> {
    return this.#connection.json({method: "DELETE", path: "/loops/{loop_id}", query: ["project_id"]}, input, options);
  }

  /** Reads a loop with its last run. */
  getLoop(input: GetLoopInput, options?: RequestOptions): Promise<GetLoopReply> {
    return this.#connection.json({method: "GET", path: "/loops/{loop_id}", query: ["project_id"]}, input, options);
  }

  /** Lists the loops of a project by name, with their last runs. */
  queryLoops(input: QueryLoopsInput, options?: RequestOptions): Promise<QueryLoopsReply> {
    return this.#connection.json({method: "POST", path: "/loops/query", body: "json"}, input, options);
  }

  /** Begins a run of a loop now, also of one that is paused. It acts for the caller. While a run of the loop has not ended, it is 409 with the code `already_running`. */
  runLoop(input: RunLoopInput, options?: RequestOptions): Promise<RunLoopReply> {
    return this.#connection.json({method: "POST", path: "/loops/{loop_id}/run", body: "json"}, input, options);
  }

  /** Pauses all loops of a project, and stops their runs. Jobs and evaluations that their runs wait for are cancelled. What was made stays. */
  stopLoops(input: StopLoopsInput, options?: RequestOptions): Promise<StopLoopsReply> {
    return this.#connection.json({method: "POST", path: "/loops/stop", body: "json"}, input, options);
  }

  /** Replaces the settings of a loop, which acts for the caller from now on. Absent settings get their defaults. A run that has not ended keeps the settings that it began with. `is_paused` keeps further runs from beginning; `POST /loop_runs/{run_id}/stop` ends one that has begun. */
  updateLoop(input: UpdateLoopInput, options?: RequestOptions): Promise<UpdateLoopReply> {
    return this.#connection.json({method: "PUT", path: "/loops/{loop_id}", body: "json"}, input, options);
  }

  /** Lists runs of loops, newest first, with what each step made. */
  queryLoopRuns(input: QueryLoopRunsInput, options?: RequestOptions): Promise<QueryLoopRunsReply> {
    return this.#connection.json({method: "POST", path: "/loop_runs/query", body: "json"}, input, options);
  }

  /** Stops a run of a loop. Its job, or the evaluations that it waits for, are cancelled; what was made before stays. A run that has ended does not change. */
  stopLoopRun(input: StopLoopRunInput, options?: RequestOptions): Promise<StopLoopRunReply> {
    return this.#connection.json({method: "POST", path: "/loop_runs/{run_id}/stop", body: "json"}, input, options);
  }

  /** Answer a conversation with a model. Request and response follow OpenAI's chat completions; unknown fields are accepted. `model` is a base model, a registered one (`wandb-artifact:///entity/project/name`, `:stepN` pins a checkpoint), or `upstream/model`. Registered and base models always return log-probabilities at temperature 1 and token ids; the tokens are written `token_id:N` unless `logprobs` is true and `return_tokens_as_token_ids` is not. `prompt_logprobs` (0 to 20) adds what the model says of each token of the prompt: a list whose first entry is null, and then maps from token id to `logprob`, `rank` and `decoded_token`. `store` records the completion as a call, in the project and thread that `metadata.project_id` and `metadata.thread_id` name; `call_id` (in each chunk of a stream) is then the id of that call, which is stored once the completion is complete. With `stream`, the response is server-sent events. */
  createChatCompletion(input: CreateChatCompletionInput, options?: RequestOptions): Promise<CreateChatCompletionReply> {
    return this.#connection.json({method: "POST", path: "/v1/chat/completions", body: "json"}, input, options);
  }

  /** Answer a conversation with a model. Request and response follow OpenAI's chat completions; unknown fields are accepted. `model` is a base model, a registered one (`wandb-artifact:///entity/project/name`, `:stepN` pins a checkpoint), or `upstream/model`. Registered and base models always return log-probabilities at temperature 1 and token ids; the tokens are written `token_id:N` unless `logprobs` is true and `return_tokens_as_token_ids` is not. `prompt_logprobs` (0 to 20) adds what the model says of each token of the prompt: a list whose first entry is null, and then maps from token id to `logprob`, `rank` and `decoded_token`. `store` records the completion as a call, in the project and thread that `metadata.project_id` and `metadata.thread_id` name; `call_id` (in each chunk of a stream) is then the id of that call, which is stored once the completion is complete. With `stream`, the response is server-sent events. */
  streamChatCompletion(input: CreateChatCompletionInput, options?: RequestOptions): AsyncGenerator<ChatCompletionChunk> {
    return this.#connection.events({method: "POST", path: "/v1/chat/completions", body: "json"}, { ...input, stream: true }, options);
  }

  /** Tests whether a server responds, without saving anything. Asks it for its models, within ten seconds. With `upstream_id` and no `api_key`, the key of that upstream is used, but only for its own host. Only for admins of the instance, by session or by a key that can manage all projects. */
  checkUpstream(input: CheckUpstreamInput, options?: RequestOptions): Promise<CheckUpstreamReply> {
    return this.#connection.json({method: "POST", path: "/v1/upstreams/check", body: "json"}, input, options);
  }

  /** Add a server that answers chat completions. Any OpenAI-compatible server; requests name its models as `<name>/<model>`. Addresses in private networks are refused unless `allow_private` is true; cloud metadata addresses are always refused. Only for admins of the instance, by session or by a key that can manage all projects. */
  createUpstream(input: CreateUpstreamInput, options?: RequestOptions): Promise<CreateUpstreamReply> {
    return this.#connection.json({method: "POST", path: "/v1/upstreams", body: "json"}, input, options);
  }

  /** Remove an upstream and its key. Only for admins of the instance, by session or by a key that can manage all projects. */
  deleteUpstream(input: DeleteUpstreamInput, options?: RequestOptions): Promise<DeleteUpstreamReply> {
    return this.#connection.json({method: "DELETE", path: "/v1/upstreams/{upstream_id}"}, input, options);
  }

  /** List the servers that chat completions are forwarded to. Only for admins of the instance, by session or by a key that can manage all projects. */
  listUpstreams(input: ListUpstreamsInput = {}, options?: RequestOptions): Promise<ListUpstreamsReply> {
    return this.#connection.json({method: "GET", path: "/v1/upstreams", query: ["after", "limit"]}, input, options);
  }

  /** Replace the settings of an upstream. Without `api_key`, its key does not change; if `base_url` moves to another host, send the key again. Only for admins of the instance, by session or by a key that can manage all projects. */
  updateUpstream(input: UpdateUpstreamInput, options?: RequestOptions): Promise<UpdateUpstreamReply> {
    return this.#connection.json({method: "PUT", path: "/v1/upstreams/{upstream_id}", body: "json"}, input, options);
  }

  /** The projects that the caller may use, by name. */
  listProjects(input: ListProjectsInput = {}, options?: RequestOptions): Promise<ListProjectsReply> {
    return this.#connection.json({method: "GET", path: "/projects"}, input, options);
  }

  /** Sizes of what a project stores, and how its calls grow. Numbers are exact; those of threads follow new calls by about a second. Bytes are those of documents as text and of files, not what they take on the disk of the database. A call without a time in its source counts at the time that was filled in. */
  getProjectStorage(input: GetProjectStorageInput, options?: RequestOptions): Promise<GetProjectStorageReply> {
    return this.#connection.json({method: "GET", path: "/projects/{entity}/{project}/storage", query: ["by"]}, input, options);
  }

  /** How long the calls of a project are kept. `retention` is null where calls are kept for ever. */
  getRetention(input: GetRetentionInput, options?: RequestOptions): Promise<GetRetentionReply> {
    return this.#connection.json({method: "GET", path: "/projects/{entity}/{project}/retention"}, input, options);
  }

  /** Count what a retention would drop now, without saving it. A thread goes as a whole, and so does a trace outside of threads: it stays as long as one of its calls is newer, is an item of a queue, has feedback, is evidence of a dataset version, or was asked by an evaluation or a reinforcement run. What is too long to be looked at within seconds stays too. Counting ends after a few seconds: then `is_complete` is false, and there may be more of both; of a thread of hundreds of thousands of calls it may count none. */
  previewRetention(input: PreviewRetentionInput, options?: RequestOptions): Promise<PreviewRetentionReply> {
    return this.#connection.json({method: "POST", path: "/projects/{entity}/{project}/retention/preview", body: "json"}, input, options);
  }

  /** Keep calls for ever from now on. What was dropped does not come back. */
  removeRetention(input: RemoveRetentionInput, options?: RequestOptions): Promise<RemoveRetentionReply> {
    return this.#connection.json({method: "DELETE", path: "/projects/{entity}/{project}/retention"}, input, options);
  }

  /** Drop calls that are older than so many days, or all but the newest ones. A thread goes as a whole, and so does a trace outside of threads: it stays as long as one of its calls is newer, is an item of a queue, has feedback, is evidence of a dataset version, or was asked by an evaluation or a reinforcement run. What is too long to be looked at within seconds stays too. The age of a call counts from its start, or from when it arrived, where that was later; the newest `calls` are by their start. The worker begins within a minute, drops calls in small batches, looks again every hour, and writes to the audit log how many it dropped. Dropped calls are gone for good: export them first (`exportCalls`), and see `previewRetention`. */
  setRetention(input: SetRetentionInput, options?: RequestOptions): Promise<SetRetentionReply> {
    return this.#connection.json({method: "PUT", path: "/projects/{entity}/{project}/retention", body: "json"}, input, options);
  }

  /** Find queues, datasets, models, jobs, threads and calls by part of their name or the start of their id. At most five of each kind: first of this project, then of the caller's other projects. A kind that the caller may not read is left out. Names match by any part, ignoring case; jobs without a name match as `Training of` their model; ids match from four characters, ids of calls from six; threads match by the start of their id. Without `text`, the newest of this project. */
  findPlaces(input: FindPlacesInput, options?: RequestOptions): Promise<FindPlacesReply> {
    return this.#connection.json({method: "GET", path: "/projects/{entity}/{project}/places", query: ["text"]}, input, options);
  }

  /** Streams changes in a project as they happen. A `change` event names what changed: `calls`, `queues`, `datasets`, `evaluations`, `models` or `jobs`, each only for callers who may read it. Events have no data: read the data again. Several changes of one kind may arrive as one event. Data read after the response has started misses nothing. After a disconnect, send the last id in the `Last-Event-ID` header or in `last_event_id` to get the changes since; if the service does not know the id, it sends a change of every kind. */
  followProject(input: FollowProjectInput, options?: RequestOptions): AsyncGenerator<FollowProjectReply> {
    return this.#connection.events({method: "GET", path: "/projects/{entity}/{project}/live", query: ["last_event_id"]}, input, options);
  }

  /** Accept an invitation. For a new address, send a name and a password. For an address with an account, send that account's password, or nothing if its own session sends the request. This does not sign anyone in. 400 says what is missing or wrong; a used token is 409. */
  acceptInvitation(input: AcceptInvitationInput, options?: RequestOptions): Promise<AcceptInvitationReply> {
    return this.#connection.json({method: "POST", path: "/invitations/accept", body: "json"}, input, options);
  }

  /** What an invitation offers. 404 for a token that is unknown, revoked or expired; 409 for one that was used. */
  readInvitation(input: ReadInvitationInput, options?: RequestOptions): Promise<ReadInvitationReply> {
    return this.#connection.json({method: "POST", path: "/invitations/read", body: "json"}, input, options);
  }

  /** Who the credential belongs to. */
  getMe(input: GetMeInput = {}, options?: RequestOptions): Promise<GetMeReply> {
    return this.#connection.json({method: "GET", path: "/me"}, input, options);
  }

  /** Read whose password a link resets. 404 for a token that is unknown, replaced or expired; 409 for one that was used. */
  readPasswordReset(input: ReadPasswordResetInput, options?: RequestOptions): Promise<ReadPasswordResetReply> {
    return this.#connection.json({method: "POST", path: "/password_resets/read", body: "json"}, input, options);
  }

  /** Set a new password with a link. Ends all sessions of the account; API keys keep working. This does not sign anyone in. 404 and 409 as for reading it; a password that is among the most common is 422. */
  resetPassword(input: ResetPasswordInput, options?: RequestOptions): Promise<ResetPasswordReply> {
    return this.#connection.json({method: "POST", path: "/password_resets/use", body: "json"}, input, options);
  }

  /** Whether the service answers. */
  checkHealth(input: CheckHealthInput = {}, options?: RequestOptions): Promise<CheckHealthReply> {
    return this.#connection.json({method: "GET", path: "/v1/health"}, input, options);
  }

  /** Whether each part of the service works. If a part fails, the status is 503 with the same body. Without a credential, the body has only booleans. `cpu_queue` is the worker's duties. `gpu_queue` is the work that usually needs a GPU and runs on the CPU here: training (`trainer`) and chat completions (`sampler`). */
  checkSystem(input: CheckSystemInput = {}, options?: RequestOptions): Promise<CheckSystemReply> {
    return this.#connection.json({method: "GET", path: "/v1/system-check"}, input, options);
  }

  /** This contract as an OpenAPI document. */
  getOpenApi(input: GetOpenApiInput = {}, options?: RequestOptions): Promise<GetOpenApiReply> {
    return this.#connection.json({method: "GET", path: "/openapi.json"}, input, options);
  }

  /** Read which clients are supported. Tracing clients ask this first, and do not use a service that is too old for them. */
  getServerInfo(input: GetServerInfoInput = {}, options?: RequestOptions): Promise<GetServerInfoReply> {
    return this.#connection.json({method: "GET", path: "/server_info"}, input, options);
  }

  /** The version of the tracing interface. A plain text, as `trace_server_version` of `GET /server_info`. */
  getVersion(input: GetVersionInput = {}, options?: RequestOptions): Promise<GetVersionReply> {
    return this.#connection.json({method: "GET", path: "/version"}, input, options);
  }

  /** Answer the few GraphQL queries that tracing clients send first. One operation a request. Queries: `viewer`, `entity(name)`, `project(name, entityName)`, `users(ids)`, `serverInfo`; mutation: `upsertModel(input)`, which creates a project if the caller may. Problems are in `errors`, with status 200. Also served as `/graphql` at the root. */
  queryGraph(input: QueryGraphInput, options?: RequestOptions): Promise<QueryGraphReply> {
    return this.#connection.json({method: "POST", path: "/graphql", body: "json"}, input, options);
  }
}

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type SpindleOptions = {
  /** Where the service is, such as `http://127.0.0.1:3000`. */
  url: string;
  apiKey: string;
  /** Instead of the platform's own, such as one that tries again. */
  fetch?: typeof fetch;
};

export type RequestOptions = {
  signal?: AbortSignal;
  /** Where an endpoint takes one, the same request under the same key is done once. */
  idempotencyKey?: string;
};

/** One fault of a 422: what kind, where in the request, and in words. */
export type FieldProblem = { type: string; loc: (string | number)[]; msg: string };

/** The service answered something other than 200. */
export class SpindleError extends Error {
  override readonly name = "SpindleError";
  readonly status: number;
  /** Of a 422, one for each field that is wrong; otherwise empty. */
  readonly problems: FieldProblem[];
  /** A word for programs, where the service has one. */
  readonly code: string | null;
  /** Seconds to wait before another try, where the service says so. */
  readonly retryAfter: number | null;
  /** What the service's log calls this request. */
  readonly requestId: string | null;

  constructor(message: string, status: number, facts: Partial<SpindleErrorFacts> = {}) {
    super(message);
    this.status = status;
    this.problems = facts.problems ?? [];
    this.code = facts.code ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

type SpindleErrorFacts = Pick<SpindleError, "problems" | "code" | "retryAfter" | "requestId">;

/** A part of a chat completion that is streamed. */
export type ChatCompletionChunk = {
  id?: string;
  model?: string;
  choices: {
    index: number;
    delta: { role?: string; content?: string | null; [field: string]: unknown };
    finish_reason: string | null;
    [field: string]: unknown;
  }[];
  usage?: { [name: string]: unknown } | null;
  /** Of a completion that is stored. */
  call_id?: string;
  [field: string]: unknown;
};

/** How an endpoint is asked. What of the input stands neither in the path nor in the query is the body. */
type Operation = {
  method: string;
  path: string;
  query?: readonly string[];
  body?: "json" | "form";
  /** It takes the key as a password only. */
  basic?: true;
};
type Input = { readonly [name: string]: unknown };

/** Sends requests and reads answers; what the client's methods share. */
export class Connection {
  readonly #options: SpindleOptions;

  constructor(options: SpindleOptions) {
    if (!/^https?:\/\//.test(options.url))
      throw new TypeError(`${options.url} is not an address; use one such as http://127.0.0.1:3000`);
    this.#options = options;
  }

  async json<Reply>(operation: Operation, input: Input, options?: RequestOptions): Promise<Reply> {
    const response = await this.send(operation, input, options);
    // The service answers what its description of itself says.
    return (await response.json()) as Reply;
  }

  /** One value a line, as the lines arrive. */
  async *lines<Line>(operation: Operation, input: Input, options?: RequestOptions): AsyncGenerator<Line> {
    const response = await this.send(operation, input, options);
    for await (const line of linesOf(response)) if (line !== "") yield JSON.parse(line);
  }

  /** The data of server-sent events, until the service ends the stream. */
  async *events<Data>(operation: Operation, input: Input, options?: RequestOptions): AsyncGenerator<Data> {
    const response = await this.send(operation, input, options, "text/event-stream");
    let data: string[] = [];
    for await (const line of linesOf(response)) {
      if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      if (line !== "" || data.length === 0) continue;
      const text = data.join("\n");
      data = [];
      if (text === "[DONE]") return;
      yield okOrThrow<Data>(JSON.parse(text));
    }
  }

  async send(operation: Operation, input: Input, options: RequestOptions = {}, accept?: string) {
    const { url, apiKey, fetch: ask = fetch } = this.#options;
    const { path, query, rest } = split(operation, input);
    const headers = new Headers({ authorization: credential(apiKey, operation.basic === true) });
    if (accept !== undefined) headers.set("accept", accept);
    if (operation.body === "json") headers.set("content-type", "application/json");
    if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
    const response = await ask(`${url.replace(/\/+$/, "")}/api${path}${query}`, {
      method: operation.method,
      headers,
      ...(operation.body === "json" ? { body: JSON.stringify(rest) } : {}),
      ...(operation.body === "form" ? { body: formOf(rest) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/** Puts each field of an input where it travels. */
function split({ path, query = [] }: Operation, input: Input) {
  const rest = { ...input };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))));
  const search = new URLSearchParams();
  for (const name of query) {
    const value = take(name);
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return { path: filled, query: search.size > 0 ? `?${search}` : "", rest };
}

function credential(apiKey: string, isBasic: boolean): string {
  return isBasic ? `Basic ${btoa(`api:${apiKey}`)}` : `Bearer ${apiKey}`;
}

function formOf(fields: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  return form;
}

/** A stream that breaks off says so in its last event. */
function okOrThrow<Data>(data: Data & { error?: { message: string; code: string | null } }): Data {
  if (data.error) throw new SpindleError(data.error.message, 500, { code: data.error.code });
  return data;
}

async function errorOf(response: Response): Promise<SpindleError> {
  const body = await response.json().catch(() => null);
  const detail = body?.detail;
  const problems: FieldProblem[] = Array.isArray(detail) ? detail : [];
  const words = problems.map(({ loc, msg }) => `${loc.slice(1).join(".") || "request"}: ${msg}`).join("; ");
  const message = typeof detail === "string" ? detail : words;
  const retryAfter = response.headers.get("retry-after");
  return new SpindleError(message || `The service answered ${response.status}`, response.status, {
    problems,
    code: body?.code ?? body?.error?.code ?? null,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    requestId: response.headers.get("x-request-id"),
  });
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } finally {
    // A caller who leaves a loop over a stream ends it.
    await reader.cancel().catch(() => undefined);
  }
}

export type AnswerSuggestion = {
  field_ref: string;
  value: unknown;
  probability: number;
};

export type AwaitedBy = {
  run_id: string;
  until: string;
  fallback: "judge" | "drop" | "mean";
};

export type BeforeAfter = {
  model_id: string;
  model_name: string;
  job_id: string;
  dataset_id: string;
  dataset_version: number;
  rows: number;
  own: string | null;
  before: ItemReply | null;
  after: ItemReply;
};

export type ItemReply = {
  step: number;
  text: string | null;
};

export type Account = {
  user_id: string;
  email: string;
  name: string;
  is_instance_admin: boolean;
  is_disabled: boolean;
  disabled_at?: string | null;
  created_at: string;
  last_seen_at?: string | null;
  entities: {
    name: string;
    is_admin: boolean;
  }[];
  projects: {
    project_id: string;
    role: Role;
  }[];
  keys: number;
};

export type AnnotationState = "unstarted" | "in_progress" | "completed" | "skipped";

export type BaseModel = {
  name: string;
  is_bundled: boolean;
  family: string | null;
  parameters: number | null;
  context_length: number | null;
  vocabulary_size: number | null;
  size_bytes: number;
  problem: string | null;
  created_at: string | null;
};

export type Call = {
  id: string;
  project_id: string;
  op_name: string;
  display_name?: string | null;
  trace_id: string;
  parent_id?: string | null;
  thread_id?: string | null;
  turn_id?: string | null;
  started_at: string;
  ended_at?: string | null;
  attributes: {
    [field: string]: unknown;
  };
  inputs: {
    [field: string]: unknown;
  };
  output?: unknown;
  exception?: string | null;
  summary?: {
    [field: string]: unknown;
  } | null;
  wb_user_id?: string | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: string | null;
  wb_username?: string | null;
  wb_run_id?: string | null;
  wb_run_step?: number | null;
  wb_run_step_end?: number | null;
  deleted_at?: string | null;
  expire_at?: string | null;
  storage_size_bytes?: number | null;
  total_storage_size_bytes?: number | null;
};

export type CallDetails = {
  id: string;
  question: string | null;
  answer: string | null;
  found: string | null;
  tokens: number | null;
  cost: number | null;
  has_error: boolean;
  feedback: number;
  thumbs_up: number;
  thumbs_down: number;
  queues: QueueName[];
};

export type CallEnd = {
  project_id: string;
  id: string;
  trace_id?: string | null;
  started_at?: string | null;
  ended_at: string;
  exception?: string | null;
  output?: unknown | null;
  summary?: {
    [field: string]: unknown;
  } | null;
  wb_run_step_end?: number | null;
  display_name?: string | null;
};

export type CallEndOfPath = {
  project_id?: string | null;
  id: string;
  trace_id?: string | null;
  started_at?: string | null;
  ended_at: string;
  exception?: string | null;
  output?: unknown | null;
  summary?: {
    [field: string]: unknown;
  } | null;
  wb_run_step_end?: number | null;
  display_name?: string | null;
};

export type CallFilter = {
  op_names?: string[] | null;
  input_refs?: string[] | null;
  output_refs?: string[] | null;
  parent_ids?: string[] | null;
  trace_ids?: string[] | null;
  call_ids?: string[] | null;
  thread_ids?: string[] | null;
  turn_ids?: string[] | null;
  trace_roots_only?: boolean | null;
  wb_user_ids?: string[] | null;
  wb_run_ids?: string[] | null;
};

export type CallStart = {
  project_id: string;
  id?: string | null;
  op_name: string;
  display_name?: string | null;
  trace_id?: string | null;
  parent_id?: string | null;
  thread_id?: string | null;
  turn_id?: string | null;
  started_at: string;
  attributes?: {
    [field: string]: unknown;
  } | null;
  inputs?: {
    [field: string]: unknown;
  } | null;
  otel_dump?: {
    [field: string]: unknown;
  } | null;
  wb_run_id?: string | null;
  wb_run_step?: number | null;
  wb_user_id?: unknown | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: unknown | null;
};

export type CallStartOfPath = {
  project_id?: string | null;
  id?: string | null;
  op_name: string;
  display_name?: string | null;
  trace_id?: string | null;
  parent_id?: string | null;
  thread_id?: string | null;
  turn_id?: string | null;
  started_at: string;
  attributes?: {
    [field: string]: unknown;
  } | null;
  inputs?: {
    [field: string]: unknown;
  } | null;
  otel_dump?: {
    [field: string]: unknown;
  } | null;
  wb_run_id?: string | null;
  wb_run_step?: number | null;
  wb_user_id?: unknown | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: unknown | null;
};

export type ChatChoice = {
  index?: number;
  finish_reason?: string | null;
  message?: ChatMessage | null;
  logprobs?: {
    [field: string]: unknown;
  } | null;
  token_ids?: number[];
  prompt_token_ids?: number[];
  [field: string]: unknown;
};

export type ChatCompletionRequest = {
  model: string;
  messages: {
    [field: string]: unknown;
  }[];
  n?: number | null;
  temperature?: number | null;
  top_p?: number | null;
  top_k?: number | null;
  min_p?: number | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  min_tokens?: number | null;
  stop?: string | string[] | null;
  stop_token_ids?: number[] | null;
  include_stop_str_in_output?: boolean | null;
  ignore_eos?: boolean | null;
  skip_special_tokens?: boolean | null;
  seed?: number | null;
  logit_bias?: {
    [field: string]: unknown;
  } | null;
  presence_penalty?: number | null;
  frequency_penalty?: number | null;
  repetition_penalty?: number | null;
  logprobs?: boolean | null;
  top_logprobs?: number | null;
  prompt_logprobs?: number | null;
  return_token_ids?: boolean | null;
  return_tokens_as_token_ids?: boolean | null;
  tools?: {
    [field: string]: unknown;
  }[] | null;
  tool_choice?: "none" | "auto" | "required" | {
    [field: string]: unknown;
  } | null;
  parallel_tool_calls?: boolean | null;
  response_format?: ResponseFormat | null;
  structured_outputs?: StructuredOutputs | null;
  guided_json?: unknown | null;
  guided_choice?: string[] | null;
  guided_regex?: string | null;
  guided_grammar?: string | null;
  add_generation_prompt?: boolean | null;
  continue_final_message?: boolean | null;
  chat_template_kwargs?: {
    [field: string]: unknown;
  } | null;
  stream?: boolean | null;
  stream_options?: {
    include_usage?: boolean | null;
  } | null;
  store?: boolean | null;
  metadata?: ChatMetadata | null;
};

export type ChatCompletionResponse = {
  id?: string;
  object?: string;
  created?: number;
  model?: string;
  choices: ChatChoice[];
  usage?: {
    [field: string]: unknown;
  };
  call_id?: string;
  prompt_logprobs?: {
    [field: string]: unknown;
  } | null[];
  [field: string]: unknown;
};

export type ChatMessage = {
  content?: unknown;
  [field: string]: unknown;
};

export type ChatMetadata = {
  project_id?: string | null;
  thread_id?: string | null;
};

export type Checkpoint = {
  id: string;
  step: number;
  metrics: {
    [field: string]: unknown;
  };
  size_bytes: number;
  is_corrupt: boolean;
  job_id: string | null;
  job_step: number | null;
  is_interim: boolean;
  parent_id: string | null;
  aliases: string[];
  created_at: string;
};

export type CheckpointGate = {
  alias: string;
  target: GateTarget;
  guards: GateGuard[];
  needs_approval: boolean;
  updated_by: string;
  updated_at: string;
};

export type CompleteCall = {
  project_id?: string | null;
  id?: string | null;
  op_name: string;
  display_name?: string | null;
  trace_id?: string | null;
  parent_id?: string | null;
  thread_id?: string | null;
  turn_id?: string | null;
  started_at: string;
  attributes?: {
    [field: string]: unknown;
  } | null;
  inputs?: {
    [field: string]: unknown;
  } | null;
  otel_dump?: {
    [field: string]: unknown;
  } | null;
  wb_run_id?: string | null;
  wb_run_step?: number | null;
  wb_user_id?: unknown | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: unknown | null;
  ended_at: string;
  exception?: string | null;
  output?: unknown | null;
  summary?: {
    [field: string]: unknown;
  } | null;
  wb_run_step_end?: number | null;
};

export type Dataset = {
  id: string;
  project_id: string;
  name: string;
  kind: DatasetKind;
  description: string;
  recipe: DatasetRecipe;
  is_archived: boolean;
  version_count: number;
  latest_version: DatasetVersion | null;
  new_answers: number | null;
  created_by: string;
  created_at: string;
  updated_at: string;
};

export type PublishedDataset = {
  name: string;
  number: number;
  ref: string;
  kind: DatasetKind | null;
  lack: "no_rows" | "large_row" | "no_object" | "other_columns" | "no_table" | "rows_elsewhere" | null;
  rows: number;
  version_count: number;
  created_by: string;
  created_at: string;
};

export type PublishedUse = {
  kind: "job" | "dataset" | "evaluation";
  id: string;
  name: string;
  number: number;
  created_at: string;
};

export type PublishedVersion = {
  number: number;
  digest: string;
  ref: string;
  title: string | null;
  description: string | null;
  kind: DatasetKind | null;
  lack: "no_rows" | "large_row" | "no_object" | "other_columns" | "no_table" | "rows_elsewhere" | null;
  rows: number;
  created_by: string;
  created_at: string;
};

export type DatasetBuildOutlook = {
  counts: DatasetCounts;
  is_sampled: boolean;
  labels: {
    label: string;
    rows: number;
  }[];
  conflicts: {
    asked: string;
    rows: {
      source: number;
      item_id: string;
      label: string;
    }[];
  }[];
  rejections: DatasetRejection[];
  changes: {
    against: number;
    added: number;
    removed: number;
    changed: number;
    unchanged: number;
    rows: DatasetRowChange[];
  } | null;
};

export type DatasetCallsSource = {
  kind: "calls";
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  feedback?: {
    reaction?: string | null;
    field?: string | null;
    keep_if?: DatasetKeepIf | null;
    consensus?: DatasetConsensus | null;
  } | null;
};

export type DatasetConsensus = {
  rule: "decided" | "majority" | "each" | "weighted" | "mean";
  min_answers?: number | null;
  min_share?: number | null;
  min_posterior?: number | null;
};

export type DatasetCounts = {
  items: number;
  candidates: number;
  train: number;
  held_out: number;
  held_out_units: number | null;
  rejected: number;
  rejected_by: {
    [field: string]: unknown;
  };
  conflicts: {
    prompts: number;
    rows: number;
  } | null;
  missing_calls: {
    rows: number;
    calls: number;
    earlier_rows?: number | null;
  } | null;
  answers: number;
  expected_wrong_share: number | null;
  annotators: {
    user_id: string;
    answers: number;
    accuracy: number | null;
  }[];
  secrets: {
    [field: string]: unknown;
  };
  notes: {
    [field: string]: unknown;
  } | null;
};

export type DatasetEvidence = {
  kind: "answer" | "vote" | "decision" | "call" | "upload" | "version";
  id: string;
  user_id: string | null;
  is_withdrawn: boolean;
  is_retracted: boolean;
};

export type DatasetFeedbackSource = {
  kind: "feedback";
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  use: "labels" | "approved" | "corrections" | "pairs" | "corrected" | "questions" | "ratings" | "judge";
  field?: string | null;
  keep_if?: DatasetKeepIf | null;
  good_if?: DatasetKeepIf | null;
  reply_template?: string | null;
  question?: string | null;
  consensus?: DatasetConsensus | null;
  reaction?: string | null;
};

export type DatasetKeepIf = {
  eq?: unknown | null;
  in?: unknown[] | null;
  gte?: number | null;
  lte?: number | null;
};

export type DatasetKind = "sft" | "preference" | "kto" | "reward" | "prompts" | "eval";

export type DatasetRecipe = {
  sources: DatasetSource[];
  prompt?: {
    turns?: "before" | "whole" | null;
    system?: "keep" | "drop" | "replace" | null;
    system_text?: string | null;
    tools?: "keep" | "drop" | null;
  } | null;
  weights?: "none" | "posterior" | null;
  dedupe?: {
    exact?: boolean | null;
    near?: number | null;
  } | null;
  secrets?: {
    action?: "report" | "mask" | "reject" | null;
    kinds?: ("key" | "card" | "email" | "phone" | "iban")[] | null;
  } | null;
  split?: {
    held_out?: number | null;
    seed?: number | null;
  } | null;
  max_per_prompt?: number | null;
  on_conflict?: "keep" | "reject" | null;
  on_missing_calls?: "keep" | "reject" | null;
  on_empty?: "keep" | "reject" | null;
  balance?: {
    by?: "value" | null;
    max_ratio: number;
  } | null;
  held_out_of?: string[] | null;
  eval_guard?: boolean | null;
};

export type DatasetRejection = {
  source: number;
  item_id: string;
  reason: DatasetRejectionReason;
  detail: string;
};

export type DatasetRejectionReason = "open" | "no_answer" | "asked_by_run" | "skipped" | "retracted" | "flagged" | "undecided" | "too_few_answers" | "disagreement" | "low_posterior" | "tie" | "not_kept" | "call_deleted" | "call_running" | "no_conversation" | "empty_reply" | "empty_message" | "no_row" | "missing_calls" | "not_changed" | "different_prompts" | "secret" | "duplicate" | "near_duplicate" | "too_many_of_prompt" | "conflict" | "unbalanced" | "held_out_thread" | "both_splits" | "too_large";

export type DatasetRow = {
  position: number;
  digest: string;
  split: DatasetSplit;
  row: {
    [field: string]: unknown;
  };
  conflicts_with: number[];
  missing_calls: number;
  notes: ("key" | "card" | "email" | "phone" | "iban" | "empty_question" | "empty_answer")[];
  place: DatasetRowPlace | null;
  evidence: DatasetEvidence[];
};

export type DatasetRowChange = {
  change: "added" | "removed" | "changed";
  row_id: string;
  before: {
    [field: string]: unknown;
  } | null;
  after: {
    [field: string]: unknown;
  } | null;
};

export type DatasetRowPlace = {
  name: string;
  unit: "line" | "row";
  number: number;
};

export type DatasetExposure = {
  dataset_id: string;
  name: string;
  kind: DatasetKind;
  number: number;
  ref: string;
  rows: number;
  measured_rows: number;
};

export type RetractedRows = {
  rows: number;
  total_rows: number;
  already: number;
  clean_step: number | null;
  versions: {
    project_id: string;
    dataset_id: string;
    name: string;
    number: number;
    rows: number;
  }[];
  rewards: {
    replies: number;
    total_replies: number;
    already: number;
    runs: {
      run_id: string;
      name: string;
      replies: number;
    }[];
  };
};

export type Retraction = {
  id: string;
  annotator_user_id: string | null;
  item_ids: string[];
  feedback_ids: string[];
  since: string | null;
  until: string | null;
  reason: string;
  created_by: string;
  created_at: string;
  lifted_by: string | null;
  lifted_at: string | null;
};

export type RetractionImpact = {
  answer_count: number;
  row_count: number;
  version_count: number;
  reward_count: number;
  run_count: number;
  job_count: number;
  checkpoint_count: number;
  alias_count: number;
  going_job_count: number;
  cancellable_job_count: number;
  elsewhere: {
    job_count: number;
    checkpoint_count: number;
    alias_count: number;
  };
  versions: {
    dataset_id: string;
    name: string;
    number: number;
    rows: number;
    train: number;
    total_rows: number;
  }[];
  lacking: {
    dataset_id: string;
    name: string;
    number: number;
    left_out: number;
  }[];
  rewards: {
    run_id: string;
    run_name: string;
    model_id: string;
    model_name: string;
    replies: number;
    total_replies: number;
  }[];
  jobs: {
    project_id: string;
    job_id: string;
    model_id: string;
    model_name: string;
    dataset_name: string | null;
    dataset_version: number | null;
    run_id: string | null;
    run_name: string | null;
    round: number | null;
    state: JobState;
  }[];
  checkpoints: {
    project_id: string;
    checkpoint_id: string;
    model_id: string;
    model_name: string;
    step: number;
  }[];
  aliases: {
    project_id: string;
    model_id: string;
    model_name: string;
    name: string;
    step: number;
  }[];
};

export type LineageKind = "annotator" | "item" | "answer" | "decision" | "row" | "version" | "rl_round" | "job" | "checkpoint" | "alias" | "run";

export type TracedNode = {
  kind: LineageKind;
  id: string;
  name: string;
  of_id: string | null;
  number: number | null;
  state: string | null;
  answers: number | null;
  is_deleted: boolean;
  depth: number;
};

export type TracedEdge = {
  from_kind: LineageKind;
  from_id: string;
  to_kind: LineageKind;
  to_id: string;
  answers: number | null;
};

export type DatasetQueueSource = {
  kind: "queue";
  queue_id: string;
  use: "labels" | "approved" | "corrections" | "pairs" | "corrected" | "questions" | "ratings" | "judge";
  field?: string | null;
  keep_if?: DatasetKeepIf | null;
  good_if?: DatasetKeepIf | null;
  reply_template?: string | null;
  question?: string | null;
  consensus?: DatasetConsensus | null;
  takes_run_items?: boolean | null;
};

export type DatasetSource = DatasetQueueSource | DatasetCallsSource | DatasetThreadsSource | DatasetFeedbackSource | DatasetVotesSource | DatasetUploadSource | DatasetVersionSource;

export type DatasetThreadsSource = {
  kind: "threads";
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  feedback?: {
    reaction?: string | null;
    field?: string | null;
    keep_if?: DatasetKeepIf | null;
    consensus?: DatasetConsensus | null;
  } | null;
};

export type DatasetUploadSource = {
  kind: "upload";
  file_id: string;
};

export type DatasetSplit = "train" | "held_out";

export type DatasetVersion = {
  id: string;
  dataset_id: string;
  number: number;
  ref: string;
  kind: DatasetKind;
  recipe: DatasetRecipe;
  counts: DatasetCounts;
  retracted: {
    train: number;
    held_out: number;
  } | null;
  count_again: number;
  content_hash: string;
  as_of: string;
  note: string;
  created_by: string;
  created_at: string;
};

export type DatasetVersionSource = {
  kind: "version";
  ref: string;
};

export type ItemYield = {
  dataset_id: string;
  name: string;
  kind: DatasetKind;
  rows: {
    [field: string]: unknown;
  }[];
  rejections: {
    reason: DatasetRejectionReason;
    meaning: string;
    detail: string;
  }[];
  is_shared: boolean;
};

export type DatasetVotesSource = {
  kind: "votes";
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  consensus?: DatasetConsensus | null;
};

export type Decision = {
  item_id: string;
  values: {
    [field: string]: unknown;
  };
  method: string;
  note: string;
  is_gold: boolean;
  decided_by: string;
  name: string;
  decided_at: string;
};

export type EndInBatch = {
  mode?: "end" | null;
  req: {
    end: CallEnd;
  };
};

export type Estimate = {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  method: "wilson" | "wilson_of_units" | "newcombe" | "newcombe_of_units" | "bootstrap" | "cohen" | "paired_bootstrap" | "bradley_terry" | "prediction_powered";
};

export type Evaluation = {
  id: string;
  project_id: string;
  name: string;
  dataset_id: string;
  dataset_name: string;
  version: number | null;
  graders: EvaluationGrader[];
  sampling: EvaluationSampling;
  is_archived: boolean;
  on_checkpoint: EvaluationWatchedModel[];
  created_by: string;
  created_at: string;
  run_count: number;
  last_run: EvaluationRun | null;
};

export type EvaluationAnswer = {
  call_id: string | null;
  output: string | null;
  error: string | null;
  scores: EvaluationScore[];
};

export type EvaluationBlindComparison = {
  queues: EvaluationBlindQueue[];
  rates: EvaluationBlindRate[];
};

export type EvaluationBlindQueue = {
  queue_id: string;
  queue_name: string;
  run_a: string;
  run_b: string;
  items: number;
  judged: number;
  differing: number;
  same: number;
  is_done: boolean;
};

export type EvaluationBlindRate = {
  run_id: string;
  wins: number;
  ties: number;
  losses: number;
  win_rate: Estimate;
  overall: number | null;
  strength: Estimate | null;
};

export type EvaluationCurveGate = {
  alias: string;
  role: "target" | "guard";
  value: number;
};

export type EvaluationCurvePoint = {
  step: number;
  run_id: string;
  version: number;
  estimate: Estimate;
  retracted: {
    rows: number;
    total_rows: number;
    already: number;
  } | null;
};

export type EvaluationWatchedModel = {
  model_id: string;
  model_name: string;
  since: string;
  added_by: string;
};

export type EvaluationCell = {
  metric: string;
  estimate: Estimate;
  difference: Estimate | null;
  units: number;
  p_value: number | null;
  masked: number;
  failed: number;
  fixed: number;
  broken: number;
};

export type EvaluationGrader = {
  name: string;
  grader: Grader;
};

export type EvaluationMetric = {
  name: string;
  unit: "share" | "score" | "nats" | "ms" | "tokens";
  better: "higher" | "lower";
};

export type EvaluationResult = {
  position: number;
  sample: number;
  prompt: {
    [field: string]: unknown;
  }[];
  reference: string | null;
  call_id: string | null;
  output: string | null;
  error: string | null;
  scores: EvaluationScore[];
  latency_ms: number | null;
  completion_tokens: number | null;
  baseline: EvaluationAnswer | null;
};

export type EvaluationRun = {
  id: string;
  evaluation_id: string;
  subject: EvaluationSubject;
  is_automatic: boolean;
  origin: "person" | "checkpoint" | "loop" | "guard";
  version: number;
  samples: number;
  seed: number;
  state: "queued" | "running" | "completed" | "failed" | "cancelled";
  total: number;
  done: number;
  masked: number;
  unfillable: number;
  waiting_for: string | null;
  error_message: string | null;
  created_by: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export type EvaluationSampling = {
  temperature?: number | null;
  max_tokens?: number | null;
};

export type EvaluationScore = {
  metric: string;
  score: number | null;
  passed: boolean | null;
  masked: string | null;
};

export type EvaluationSubject = {
  name: string;
  model_id: string | null;
  step: number | null;
};

export type FeedbackItem = {
  project_id: string;
  weave_ref?: string;
  /** Another name of `weave_ref` */
  tracing_ref?: string;
  feedback_type: string;
  payload: {
    [field: string]: unknown;
  };
  id?: string | null;
  creator?: string | null;
  annotation_ref?: string | null;
  runnable_ref?: string | null;
  call_ref?: string | null;
  trigger_ref?: string | null;
  queue_id?: string | null;
  wb_user_id?: unknown | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: unknown | null;
  scorer_tags?: string[] | null;
  scorer_tag_reasons?: {
    [field: string]: unknown;
  } | null;
  scorer_tag_confidences?: {
    [field: string]: unknown;
  } | null;
  scorer_ratings?: {
    [field: string]: unknown;
  } | null;
  scorer_rating_reasons?: {
    [field: string]: unknown;
  } | null;
  scorer_rating_confidences?: {
    [field: string]: unknown;
  } | null;
  span_agent_name?: string | null;
  span_agent_version?: string | null;
  span_conversation_id?: string | null;
  span_trace_id?: string | null;
  span_status_code?: string | null;
  scorer_trace_id?: string | null;
};

export type FeedbackMetric = {
  json_path: string;
  value_type?: ValueType | null;
  aggregations?: ("sum" | "avg" | "min" | "max" | "count" | "count_true" | "count_false")[] | null;
  percentiles?: number[] | null;
};

export type FeedbackResult = {
  id: string;
  created_at: string;
  wb_user_id?: string;
  /** Another name of `wb_user_id` */
  svc_user_id?: string;
  payload: {
    [field: string]: unknown;
  };
};

export type GradedCall = {
  call_id: string;
  score: number | null;
  passed: boolean | null;
  masked: MaskedSample | null;
  question: string;
  answer: string;
  human: number | null;
};

export type GradedSample = {
  score: number | null;
  passed: boolean | null;
  masked: MaskedSample | null;
  parts: GraderPart[];
};

export type GraderConfusion = {
  both_yes: number;
  only_grader: number;
  only_people: number;
  both_no: number;
};

export type GraderDisagreement = {
  call_id: string;
  pair_call_id: string | null;
  score: number;
  grader_says_yes: boolean;
  question: string | null;
  answer: string | null;
  pair_answer: string | null;
};

export type GraderFigures = {
  n: number;
  masked: number;
  undecided: number;
  unread?: number | null;
  yes_values?: string[] | null;
  learned?: number | null;
  threshold: number;
  confusion: GraderConfusion;
  kappa: Estimate;
  alike: Estimate;
  base_rate: Estimate;
  true_positive_rate: Estimate;
  true_negative_rate: Estimate;
  self_consistency: Estimate;
  length_bias: Estimate;
  swapped: {
    consistent: Estimate;
    favours_first: Estimate;
  } | null;
};

export type GraderMeasurement = {
  id: string;
  grader_id: string;
  queue_id: string;
  field: string | null;
  answered_after: string | null;
  is_current: boolean;
  figures: GraderFigures;
  disagreement_count: number;
  created_by: string;
  created_at: string;
};

export type GraderTrust = {
  min_kappa: number;
  min_calls: number;
};

export type GraderMaskReason = "invalid_variable" | "invalid_reference" | "unreadable_answer" | "model_failed" | "too_long" | "no_answer" | "disagreement" | "verifier_failed" | "verifier_masked" | "schema_failed" | "not_finite" | "part_masked" | "not_available";

export type PeopleAndJudge = {
  together: Estimate;
  people_alone: Estimate;
  judge_alone: Estimate;
  alike: Estimate;
};

export type GraderPart = {
  name: string;
  score: number | null;
  masked: MaskedSample | null;
};

export type GraderScoreBin = {
  low: number;
  high: number;
  count: number;
};

export type MaskedSample = {
  reason: GraderMaskReason;
  detail: string;
};

export type StoredGrader = {
  id: string;
  project_id: string;
  name: string;
  description: string;
  grader: Grader;
  is_archived: boolean;
  trust: GraderTrust;
  is_trusted: boolean;
  measurement: GraderMeasurement | null;
  created_by: string;
  created_at: string;
  updated_at: string;
};

export type AliasMove = {
  id: string;
  alias: string;
  kind: "moved" | "approved" | "overridden" | "rolled_back" | "removed";
  from_step: number | null;
  step: number | null;
  note: string | null;
  lines: GateLine[];
  asked_by: string | null;
  moved_by: string;
  moved_at: string;
};

export type CheckpointAlias = {
  name: string;
  step: number | null;
  previous_step: number | null;
  updated_by: string | null;
  updated_at: string | null;
  gate: CheckpointGate | null;
  retracted: RetractedRows | null;
};

export type Promotion = {
  id: string;
  model_id: string;
  model_name: string;
  alias: string;
  step: number;
  state: "waiting" | "approved" | "refused" | "withdrawn";
  note: string | null;
  lines: GateLine[];
  asked_by: string;
  asked_at: string;
  decided_by: string | null;
  decided_at: string | null;
  decision: string | null;
  refusal_stands: boolean;
};

export type ServedCheckpoint = {
  model_id: string;
  model_name: string;
  step: number;
  since: string;
  measure: ServedMeasure | null;
  retracted: RetractedRows | null;
};

export type ServedMeasure = {
  evaluation_id: string;
  evaluation_name: string;
  run_id: string;
  version: number;
  ended_at: string | null;
  metric: EvaluationMetric;
  estimate: Estimate;
  retracted: {
    rows: number;
    total_rows: number;
    already: number;
  } | null;
};

export type FieldAgreement = {
  ref: string;
  name: string;
  measure: "nominal" | "ordinal" | "interval";
  versions: number[];
  items: number;
  pairs: number;
  percent: number | null;
  cohen_kappa: number | null;
  fleiss_kappa: number | null;
  alpha: {
    value: number | null;
    low: number | null;
    high: number | null;
  };
};

export type FieldCurve = {
  ref: string;
  name: string;
  points: {
    answers: number;
    accuracy: number;
    items: number;
    low: number | null;
    high: number | null;
  }[];
  expected: {
    more: number;
    now: number;
    later: number;
  } | null;
};

export type FieldLearning = {
  ref: string;
  name: string;
  answers: number;
  measured: {
    items: number;
    single: number;
    right: number;
  };
  is_trusted: boolean;
  shown: {
    answers: number;
    agreed: number;
    low: number | null;
    high: number | null;
  };
  hidden: {
    answers: number;
    agreed: number;
    low: number | null;
    high: number | null;
  };
  difference: {
    value: number | null;
    low: number | null;
    high: number | null;
  };
  is_anchoring: boolean;
};

export type FieldVersion = {
  ref: string;
  version: number;
  name: string;
  created_by: string;
  created_at: string;
  answers: number;
};

export type GateGuard = {
  evaluation_id: string;
  metric: string;
  margin: number;
};

export type GateLine = {
  role: "target" | "guard";
  evaluation_id: string;
  evaluation_name: string;
  metric: string;
  passed: boolean;
  gain: Estimate | null;
  finding: string;
};

export type GateTarget = {
  evaluation_id: string;
  metric: string;
  min_gain?: number | null;
};

export type Grader = {
  type: "string_check";
  name?: string | null;
  input: string;
  reference: string;
  operation: "eq" | "ne" | "like" | "ilike";
} | {
  type: "text_similarity";
  name?: string | null;
  input: string;
  reference: string;
  evaluation_metric: "fuzzy_match" | "bleu" | "gleu" | "rouge_1" | "rouge_2" | "rouge_3" | "rouge_4" | "rouge_5" | "rouge_l";
  pass_threshold?: number | null;
} | {
  type: "label_model";
  name?: string | null;
  model: string;
  input: {
    role: "system" | "developer" | "user" | "assistant";
    content: string;
  }[];
  labels: string[];
  passing_labels: string[];
  pass_threshold?: number | null;
} | {
  type: "score_model";
  name?: string | null;
  model: string;
  input: {
    role: "system" | "developer" | "user" | "assistant";
    content: string;
  }[];
  range?: number[] | null;
  sampling_params?: {
    temperature?: number | null;
    top_p?: number | null;
    seed?: number | null;
    max_completion_tokens?: number | null;
  } | null;
  pass_threshold?: number | null;
} | {
  type: "spindle.number_match";
  name?: string | null;
  input?: string | null;
  reference: string;
  tolerance?: number | null;
  relative_tolerance?: number | null;
  pick?: "last" | "first" | "only" | null;
} | {
  type: "spindle.json_schema";
  name?: string | null;
  input?: string | null;
  schema: {
    [field: string]: unknown;
  };
} | {
  type: "spindle.tool_call";
  name?: string | null;
  tool: string;
  arguments?: unknown | null;
  match?: "exact" | "subset" | null;
} | {
  type: "spindle.judge";
  name?: string | null;
  model: string;
  input: {
    role: "system" | "developer" | "user" | "assistant";
    content: string;
  }[];
  scores: {
    [field: string]: unknown;
  };
  pass_threshold?: number | null;
} | {
  type: "spindle.human";
  name?: string | null;
  queue_id: string;
  field: string;
  min_answers?: number | null;
  scores?: {
    [field: string]: unknown;
  } | null;
  pass_threshold?: number | null;
} | {
  type: "spindle.http";
  name?: string | null;
  url: string;
  timeout_seconds?: number | null;
  pass_threshold?: number | null;
} | {
  type: "multi";
  name?: string | null;
  graders: {
    [field: string]: unknown;
  };
  calculate_output: string;
  pass_threshold?: number | null;
};

export type HistogramBin = {
  from: number;
  to: number;
  count: number;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  state: "pending" | "accepted" | "revoked" | "expired";
  created_by: string;
  created_at: string;
  expires_at: string;
  accepted_at?: string | null;
};

export type ItemAnswer = {
  item_id: string;
  annotator_user_id: string;
  name: string;
  state: string;
  skip_reason: string | null;
  is_flagged: boolean;
  flag_note: string;
  sent_back: string | null;
  active_ms: number;
  finished_at: string | null;
  values: {
    [field: string]: unknown;
  };
  earlier_versions: {
    [field: string]: unknown;
  };
  notes: string[];
  reactions: string[];
  correction: string | null;
  preference: unknown;
};

export type ItemFilter = {
  id?: string | null;
  call_id?: string | null;
  call_op_name?: string | null;
  call_trace_id?: string | null;
  added_by?: string | null;
  annotation_states?: AnnotationState[] | null;
  my_annotation_states?: AnnotationState[] | null;
  is_flagged?: boolean | null;
  is_decided?: boolean | null;
  is_open?: boolean | null;
  is_reserved?: boolean | null;
  is_asked_by_run?: boolean | null;
  annotator_user_id?: string | null;
  assigned_to?: string | null;
  min_priority?: number | null;
};

export type ItemOrder = "oldest" | "random" | "priority" | "informative";

export type JobGroup = {
  group: string;
  job_count: number;
  unended_count: number;
  completed_count: number;
  kind: JobKind;
  metric: string;
  mean: number | null;
  best: number | null;
  best_job_id: string | null;
  last_created_at: string;
};

export type JobHealth = "good" | "poor" | "dead";

export type JobKind = "rl" | "sft" | "preference";

export type JobState = "queued" | "validating" | "running" | "cancelling" | "completed" | "failed" | "cancelled";

export type JobStatus = "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";

export type JobWarning = {
  code: string;
  severity: "note" | "warning" | "dead";
  step: number | null;
  text: string;
};

export type Key = {
  id: string;
  name: string;
  prefix: string;
  user_id: string;
  user_name: string;
  scopes: KeyScope[];
  project_ids: string[];
  created_at: string;
  expires_at?: string | null;
  last_used_at?: string | null;
  can_revoke: boolean;
};

export type KeyScope = "read" | "write" | "annotate" | "manage";

export type Lineage = {
  nodes: LineageNode[];
  edges: {
    from_id: string;
    to_id: string;
  }[];
  earlier_jobs: number;
};

export type LineageNode = {
  id: string;
  kind: "base" | "data" | "job" | "checkpoint";
  name: string;
  step: number | null;
  job_kind: JobKind | null;
  state: JobState | null;
  sha256: string | null;
  dataset_id: string | null;
  rows: number | null;
  aliases: string[];
  is_deleted: boolean;
  created_at: string | null;
};

export type Loop = {
  id: string;
  project_id: string;
  name: string;
  dataset_id: string;
  when: LoopWhen;
  train: LoopTrain;
  measure?: LoopMeasure | null;
  promote?: LoopPromote | null;
  max_jobs?: number | null;
  is_paused?: boolean | null;
  dataset_name: string;
  model_name: string;
  evaluation_name: string | null;
  problem: string | null;
  next_at: string | null;
  new_answers: number | null;
  jobs_of_day: number;
  next_job_at: string | null;
  last_run: LoopRun | null;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
};

export type LoopMeasure = {
  evaluation_id: string;
  metric: string;
  min_gain?: number | null;
};

export type LoopPromote = {
  alias: string;
  act?: "ask" | "move" | null;
};

export type LoopGain = {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  method: "wilson" | "wilson_of_units" | "newcombe" | "newcombe_of_units" | "bootstrap" | "cohen" | "paired_bootstrap" | "bradley_terry" | "prediction_powered";
  unit: "share" | "score" | "nats" | "ms" | "tokens";
};

export type LoopRun = {
  id: string;
  loop_id: string;
  trigger: "schedule" | "answers" | "manual";
  state: "building" | "training" | "evaluating" | "asking" | "done" | "skipped" | "failed" | "stopped";
  outcome: string | null;
  waiting_for: string | null;
  dataset_id: string;
  version: number | null;
  model_id: string;
  job_id: string | null;
  step: number | null;
  compared_step: number | null;
  evaluation_id: string | null;
  evaluation_run_ids: string[];
  gain: LoopGain | null;
  promotion: {
    id: string;
    alias: string;
    state: "waiting" | "approved" | "refused" | "withdrawn";
  } | null;
  created_by: string;
  created_at: string;
  ended_at: string | null;
};

export type LoopTrain = {
  kind: "sft";
  model_id: string;
  start?: "newest" | "first" | "alias" | null;
  config?: SftConfig | null;
} | {
  kind: "preference";
  model_id: string;
  start?: "newest" | "first" | "alias" | null;
  config?: PreferenceConfig | null;
};

export type LoopWhen = {
  kind: "hours";
  hours: number;
} | {
  kind: "daily";
  at: string;
  time_zone?: string | null;
} | {
  kind: "answers";
  count: number;
};

export type Me = {
  user_id: string;
  email: string;
  name: string;
  is_instance_admin: boolean;
  default_entity: string;
  must_change_password: boolean;
  entities: {
    name: string;
    is_admin: boolean;
  }[];
  key_bindings: {
    [field: string]: unknown;
  };
  credential: "session" | "key";
  key_scopes?: KeyScope[] | null;
};

export type Member = {
  user_id: string;
  email: string;
  name: string;
  role: Role;
  source: "project" | "entity" | "instance";
  is_disabled: boolean;
  joined_at: string;
};

export type MetricAtStep = {
  step: number;
  value: number;
};

export type MetricPoint = {
  first_step: number;
  last_step: number;
  first: number;
  last: number;
  min: number;
  max: number;
  mean: number;
};

export type Model = {
  id: string;
  entity: string;
  project: string;
  name: string;
  base_model: string;
  base_parameters: number | null;
  run_id: string | null;
  training: ModelTraining;
  created_at: string;
  created_by: string;
};

export type ModelTraining = {
  mode: TrainingMode;
  rank?: number | null;
  alpha?: number | null;
};

export type ModelWithSteps = {
  id: string;
  entity: string;
  project: string;
  name: string;
  base_model: string;
  base_parameters: number | null;
  run_id: string | null;
  training: ModelTraining;
  created_at: string;
  created_by: string;
  project_id: string;
  latest_step: number | null;
  latest_step_at: string | null;
  checkpoint_count: number;
  unended_jobs: number;
  last_job: {
    id: string;
    kind: JobKind;
    state: JobState;
    step: number;
  } | null;
};

export type Node = {
  id: string;
  start_id: string | null;
  host_name: string;
  roles: string[];
  version: string;
  engine: string | null;
  capabilities: {
    [field: string]: unknown;
  };
  url: string | null;
  started_at: string;
  beat_at: string;
  is_beating: boolean;
};

export type OwnWork = {
  revision: number;
  skip_reason: string | null;
  is_flagged: boolean;
  flag_note: string;
  active_ms: number;
  sent_back: string | null;
  asked_again: string[];
};

export type Place = {
  kind: PlaceKind;
  id: string;
  name: string;
  model?: string | null;
  state?: JobState | null;
  turns?: number | null;
  project_id: string;
  is_exact: boolean;
  at: string;
};

export type PlaceKind = "queue" | "dataset" | "model" | "job" | "thread" | "call";

export type PlacedRow = {
  digest: string;
  val: unknown;
  original_index: number;
};

export type Project = {
  project_id: string;
  entity: string;
  name: string;
  display_name?: string | null;
  role: Role;
  created_at: string;
};

export type ProjectChange = {
  topic: "calls" | "queues" | "datasets" | "evaluations" | "models" | "jobs";
  at: string;
};

export type ProjectContents = {
  calls: number;
  threads: number;
  feedback: number;
  queues: number;
  queue_items: number;
  models: number;
  checkpoints: number;
  training_jobs: number;
  unended_jobs: number;
  files: number;
  bytes: number;
  job_data_bytes: number;
};

export type ProjectDeletion = {
  id: string;
  project_id: string;
  stage: ProjectDeletionStage;
  rows_done: number;
  rows_total: number;
  asked_by: string;
  created_at: string;
  ended_at?: string | null;
};

export type ProjectDeletionStage = "training" | "queues" | "feedback" | "calls" | "objects" | "models" | "rest";

export type Query = {
  $expr: {
    [field: string]: unknown;
  };
};

export type Queue = {
  id: string;
  project_id: string;
  name: string;
  description: string;
  scorer_refs: string[];
  kind: QueueKind;
  annotators_per_item: number | null;
  overlap_share: number | null;
  annotator_ids: string[];
  is_blind: boolean;
  item_order: ItemOrder;
  shows_suggestions: boolean;
  skip_policy: SkipPolicy;
  skip_reasons: string[];
  requires_skip_reason: boolean;
  reservation_minutes: number;
  required_refs: string[];
  field_rules: {
    field_ref: string;
    when_ref: string | null;
    when_values: unknown[];
    default_value: unknown;
  }[];
  is_archived: boolean;
  is_strict: boolean;
  min_agreement: number | null;
  created_at: string;
  created_by: string;
  updated_at: string;
  deleted_at: string | null;
};

export type QueueCheck = {
  success: boolean;
  duration?: number | null;
  errors?: string[] | null;
};

export type QueueReadiness = {
  dataset: Dataset;
  agreement: {
    ref: string;
    items: number;
    value: number | null;
    low: number | null;
    high: number | null;
  } | null;
  build: DatasetBuildOutlook | null;
  problem: {
    code: string | null;
    text: string;
  } | null;
  training: TrainingOutlook | null;
};

export type QueueItem = {
  id: string;
  project_id: string;
  queue_id: string;
  call_id: string;
  call_started_at: string;
  is_call_undated: boolean;
  call_ended_at: string | null;
  call_op_name: string;
  call_trace_id: string;
  display_fields: string[];
  added_by: string | null;
  rule_id: string | null;
  rule_name: string | null;
  annotation_state: AnnotationState;
  annotator_user_id: string | null;
  my_annotation_state: AnnotationState;
  priority: number;
  assigned_to: string | null;
  pair_call_id: string | null;
  answer_count: number;
  wanted_answers: number | null;
  flag_count: number;
  is_decided: boolean;
  awaited: AwaitedBy | null;
  asked_by: {
    run_id: string;
    name: string | null;
  } | null;
  created_at: string;
  created_by: string;
  updated_at: string;
  deleted_at: string | null;
  position_in_queue: number | null;
};

export type QueueRule = {
  id: string;
  project_id: string;
  queue_id: string;
  name: string;
  filter: QueueRuleFilter | null;
  query: Query | null;
  rate: number;
  max_open: number | null;
  display_fields: string[];
  includes_own: boolean;
  is_paused: boolean;
  problem: string | null;
  looked_at: number;
  matched: number;
  added: number;
  held_back: number;
  last_added_at: string | null;
  backfill: {
    at: string;
    matched: number;
    added: number;
    held_back: number;
  } | null;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
};

export type QueueRuleFilter = {
  op_names?: string[] | null;
  input_refs?: string[] | null;
  output_refs?: string[] | null;
  parent_ids?: string[] | null;
  trace_ids?: string[] | null;
  call_ids?: string[] | null;
  thread_ids?: string[] | null;
  turn_ids?: string[] | null;
  trace_roots_only?: boolean | null;
  wb_user_ids?: string[] | null;
  wb_run_ids?: string[] | null;
};

export type QueueKind = "single" | "pairwise";

export type QueueName = {
  id: string;
  name: string;
};

export type QueuedJob = {
  id: string | null;
  project_id: string | null;
  model_id: string | null;
  model_name: string | null;
  name: string | null;
  state: JobState;
  step: number | null;
  total_steps: number | null;
  seconds: number | null;
  ends: {
    estimate: number;
    low: number;
    high: number;
  } | null;
};

export type Rater = {
  id: string;
  name: string;
  is_judge: boolean;
};

export type RateSchedule = "constant" | "linear" | "cosine";

export type ReservedItem = {
  item: QueueItem;
  own: OwnWork;
  expires_at: string;
  suggestions: AnswerSuggestion[];
};

export type ResponseFormat = {
  type: "text" | "json_object" | "json_schema";
  json_schema?: {
    schema?: unknown | null;
  } | null;
};

export type RewardBin = {
  from: number;
  to: number;
  count: number;
};

export type RlBudget = {
  max_tokens?: number | null;
  max_minutes?: number | null;
};

export type RlConfig = {
  learning_rate?: number | null;
  loss_fn?: "cispo" | "ppo" | "importance_sampling" | null;
  ppo?: boolean | null;
  epsilon?: number | null;
  epsilon_high?: number | null;
  importance_sampling_level?: "token" | "sequence" | "average" | "geometric_average" | null;
  max_negative_advantage_importance_sampling_weight?: number | null;
  mask_prob_ratio?: boolean | null;
  truncated_importance_sampling?: number | null;
  kimi_k2_tau?: number | null;
  scale_rewards?: boolean | null;
  normalize_advantages?: boolean | null;
  advantage_balance?: number | null;
  scale_learning_rate_by_reward_std_dev?: boolean | null;
  num_trajectories_learning_rate_multiplier_power?: number | null;
  kl_penalty_coef?: number | null;
  kl_penalty_source?: "current_learner" | "sample" | null;
  kl_penalty_reference_step?: number | null;
  kl_penalty_step_lag?: number | null;
  kl_ref_adapter_path?: string | null;
  precalculate_logprobs?: boolean | null;
  logprob_calculation_chunk_size?: number | null;
  packed_sequence_length?: number | null;
  allow_training_without_logprobs?: boolean | null;
  plot_tensors?: boolean | null;
};

export type RlGuard = {
  evaluation_id: string;
  metric: string;
  max_drop?: number | null;
  every?: number | null;
};

export type RlHuman = {
  queue_id: string;
  field?: string | null;
  scores?: {
    [field: string]: unknown;
  } | null;
  park?: "all" | "uncertain" | null;
  band?: number | null;
  disagreement?: number | null;
  budget_per_round?: number | null;
  deadline_hours?: number | null;
  fallback?: "judge" | "drop" | "mean" | null;
  min_answers?: number | null;
};

export type RlPeople = {
  parked: number;
  answered: number;
  deadline: string;
  settled_at: string | null;
};

export type RlRewardPart = {
  name: string;
  grader: Grader;
  weight?: number | null;
};

export type RlRollout = {
  round: number;
  position: number;
  sample: number;
  prompt: {
    [field: string]: unknown;
  }[];
  reference: string | null;
  output: string | null;
  error: string | null;
  reward: number | null;
  scores: EvaluationScore[];
  call_id: string | null;
  human_value: number | null;
  settled_by: "people" | "judge" | "drop" | "mean" | null;
  tokens: number | null;
  is_truncated: boolean;
};

export type RlRound = {
  round: number;
  phase: "sampling" | "waiting_for_people" | "training" | "guarding" | "ended";
  from_step: number;
  to_step: number | null;
  job_id: string | null;
  groups: number;
  groups_done: number;
  flat_groups: number;
  dropped_groups: number;
  asked_groups: number;
  rollouts: number;
  masked: number;
  reward: number | null;
  components: {
    name: string;
    mean: number | null;
  }[];
  length: number | null;
  truncated: number | null;
  guard: Estimate | null;
  guard_run_id: string | null;
  people: RlPeople | null;
  started_at: string;
  ended_at: string | null;
};

export type RlRun = {
  id: string;
  project_id: string;
  name: string;
  model_id: string;
  model_name: string;
  dataset_id: string;
  dataset_name: string;
  version: number;
  prompts: number;
  graders: RlRewardPart[];
  config: RlRunConfig;
  guard: RlGuard | null;
  human: RlHuman | null;
  budget: RlBudget;
  state: "queued" | "running" | "completed" | "failed" | "cancelled";
  is_stopping: boolean;
  ending: "all_rounds" | "stopped" | "guard_fell" | "budget_spent" | "nothing_to_learn" | null;
  ending_text: string | null;
  error_message: string | null;
  waiting_for: string | null;
  round: number;
  start_step: number;
  step: number;
  safe_step: number | null;
  tokens: number;
  created_by: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export type RlRunConfig = {
  rounds?: number | null;
  prompts_per_round?: number | null;
  rollouts?: number | null;
  temperature?: number | null;
  max_tokens?: number | null;
  seed?: number | null;
  training?: RlConfig | null;
};

export type RlWait = {
  run_id: string;
  name: string | null;
  round: number;
  queue_id: string;
  queue_name: string;
  parked: number;
  answered: number;
  deadline: string;
  fallback: "judge" | "drop" | "mean";
};

export type Role = "viewer" | "annotator" | "engineer" | "admin";

export type ServedModel = {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
};

export type PreferenceCheck = {
  rows: number;
  tokens: number;
  trainable_tokens: number;
  reference_tokens: number;
  longest_row_tokens: number;
  context_length: number;
  too_long_rows: number;
  duplicate_rows: number;
  held_out_rows: number;
  is_estimated: boolean;
  steps: number;
  seconds: {
    estimate: number;
    low: number;
    high: number;
  } | null;
  problems: {
    line: number;
    text: string;
  }[];
  examples: RowExample[];
};

export type PreferenceConfig = {
  loss?: PreferenceLoss | null;
  beta?: number | null;
  label_smoothing?: number | null;
  robust?: boolean | null;
  gamma?: number | null;
  anchor?: number | null;
  desirable_weight?: number | null;
  undesirable_weight?: number | null;
  temperature?: number | null;
  max_weight?: number | null;
  reference_step?: number | null;
  batch_size?: number | null;
  learning_rate?: number | null;
  n_epochs?: number | null;
  seed?: number | null;
  lr_schedule?: RateSchedule | null;
  warmup_ratio?: number | null;
  validation_every?: number | null;
  keep?: "last" | "best" | null;
  checkpoint_every?: number | null;
};

export type PreferenceLoss = "dpo" | "ipo" | "simpo" | "cpo" | "orpo" | "kto" | "rwr";

export type RowExample = {
  line: number;
  token_count: number;
  tokens: {
    text: string;
    is_trained: boolean;
  }[];
  is_cut: boolean;
};

export type SftCheck = {
  rows: number;
  tokens: number;
  trainable_tokens: number;
  longest_row_tokens: number;
  context_length: number;
  too_long_rows: number;
  untrainable_rows: number;
  duplicate_rows: number;
  held_out_rows: number;
  is_estimated: boolean;
  steps: number;
  seconds: {
    estimate: number;
    low: number;
    high: number;
  } | null;
  problems: {
    line: number;
    text: string;
  }[];
  example: RowExample | null;
};

export type ScoredRowToken = {
  text: string;
  is_trained: boolean;
  loss: number | null;
};

export type SftConfig = {
  batch_size?: number | "auto" | null;
  learning_rate?: number | number[] | null;
  assistant_turns?: "all" | "last" | null;
  shuffle?: boolean | null;
  n_epochs?: number | null;
  seed?: number | null;
  lr_schedule?: RateSchedule | null;
  warmup_ratio?: number | null;
  validation_every?: number | null;
  keep?: "last" | "best" | null;
  checkpoint_every?: number | null;
};

export type SkipPolicy = "others" | "me" | "drop";

export type SortDirection = "asc" | "desc";

export type StartInBatch = {
  mode?: "start" | null;
  req: {
    start: CallStart;
  };
};

export type StartedCall = {
  id: string;
  trace_id: string;
};

export type StoredObject = {
  project_id: string;
  object_id: string;
  created_at: string;
  deleted_at: string | null;
  digest: string;
  version_index: number;
  is_latest: number;
  kind: "op" | "object";
  base_object_class: string | null;
  leaf_object_class: string | null;
  val: unknown;
  wb_user_id?: string | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: string | null;
  size_bytes?: number | null;
  tags: string[];
  aliases: string[];
};

export type StructuredOutputs = {
  json?: unknown | null;
  choice?: string[] | null;
  regex?: string | null;
  grammar?: string | null;
  json_object?: boolean | null;
};

export type SystemDetails = {
  database_latency_ms: number | null;
  pending_migrations: string[];
  worker: {
    beat_age_ms: number | null;
    lease_expires_at: string | null;
    epoch: number | null;
  };
  trainer: {
    beat_age_ms: number | null;
  };
  sampler: {
    active: number | null;
    waiting: number | null;
    policies: number | null;
  };
  disk: {
    free_bytes: number | null;
    needed_bytes: number;
  };
  failures: string[];
};

export type Thread = {
  thread_id: string;
  turn_count: number;
  start_time: string;
  last_updated: string;
  first_turn_id: string | null;
  last_turn_id: string | null;
  p50_turn_duration_ms: number | null;
  p99_turn_duration_ms: number | null;
};

export type ThreadDetails = {
  thread_id: string;
  is_start_undated: boolean;
  is_update_undated: boolean;
  stored_at: string;
  first_input: string | null;
  last_output: string | null;
  tokens: number | null;
  failed_calls: number;
  feedback: number;
  thumbs_up: number;
  thumbs_down: number;
  queues: QueueName[];
};

export type ThreadFilter = {
  after_datetime?: string | null;
  before_datetime?: string | null;
  thread_ids?: string[] | null;
  search?: string | null;
  min_turns?: number | null;
  max_turns?: number | null;
  min_p50_turn_duration_ms?: number | null;
  max_p50_turn_duration_ms?: number | null;
  min_p99_turn_duration_ms?: number | null;
  max_p99_turn_duration_ms?: number | null;
  has_errors?: boolean | null;
  in_queue?: boolean | null;
  queue_id?: string | null;
  has_feedback?: boolean | null;
  is_traffic?: boolean | null;
};

export type ThreadSortElement = {
  field: "thread_id" | "turn_count" | "start_time" | "last_updated" | "p50_turn_duration_ms" | "p99_turn_duration_ms";
  direction?: SortDirection | null;
};

export type ThreadSummary = {
  threads: number;
  turns: number;
  mean_turns: number | null;
  p50_turn_duration_ms: number | null;
  p90_turn_duration_ms: number | null;
  p99_turn_duration_ms: number | null;
  failed_turns: number;
  error_share: number | null;
  feedback: number;
  tokens: number | null;
  is_token_sum_left_out: boolean;
  turn_counts: HistogramBin[];
  turn_durations: HistogramBin[];
  median_durations: HistogramBin[];
  over_time: {
    bucket_ms: number | null;
    buckets: {
      start: string;
      count: number;
    }[];
  };
};

export type TrainingCurves = {
  training_job_id: string;
  steps_per_point: number;
  series: {
    name: string;
    points: MetricPoint[];
    recent: MetricAtStep[];
  }[];
};

export type TrainingEvent = {
  id: string;
  type: string;
  data: {
    [field: string]: unknown;
  };
  created_at: string;
};

export type TrainingJob = {
  id: string;
  model_id: string;
  project_id: string;
  kind: JobKind;
  status: JobStatus;
  state: JobState;
  step: number;
  total_steps: number | null;
  training_start: string | null;
  training_end: string | null;
  waited_seconds: number;
  waiting_since: string | null;
  error_message: string | null;
  health: JobHealth;
  warnings: JobWarning[];
  checkpoint_step: number | null;
  kept_step: number | null;
  interim_checkpoints: {
    step: number;
    job_step: number;
  }[];
  is_stopped_early: boolean;
  start_step: number | null;
  started_from_step: number | null;
  created_at: string;
  created_by: string;
  config: {
    [field: string]: unknown;
  };
  source: TrainingSource;
  validation: {
    name: string | null;
    rows: number;
  } | null;
  retry_of: string | null;
  queue_position: number | null;
  waiting_for: string | null;
  attempt: number;
  last_fault: string | null;
  name: string | null;
  tags: string[];
  note: string | null;
  group: string | null;
};

export type TrainingJobDetail = {
  id: string;
  model_id: string;
  project_id: string;
  kind: JobKind;
  status: JobStatus;
  state: JobState;
  step: number;
  total_steps: number | null;
  training_start: string | null;
  training_end: string | null;
  waited_seconds: number;
  waiting_since: string | null;
  error_message: string | null;
  health: JobHealth;
  warnings: JobWarning[];
  checkpoint_step: number | null;
  kept_step: number | null;
  interim_checkpoints: {
    step: number;
    job_step: number;
  }[];
  is_stopped_early: boolean;
  start_step: number | null;
  started_from_step: number | null;
  created_at: string;
  created_by: string;
  config: {
    [field: string]: unknown;
  };
  source: TrainingSource;
  validation: {
    name: string | null;
    rows: number;
  } | null;
  retry_of: string | null;
  queue_position: number | null;
  waiting_for: string | null;
  attempt: number;
  last_fault: string | null;
  name: string | null;
  tags: string[];
  note: string | null;
  group: string | null;
  states: {
    state: JobState;
    since: string;
  }[];
  cancellation: {
    by: string;
    cause: "asked" | "retracted" | "rerouted" | "run";
  } | null;
};

export type TrainingMode = "lora" | "full";

export type TrainingRow = {
  position: number;
  loss: number;
  step: number;
  row: {
    [field: string]: unknown;
  } | null;
};

export type TrainingOutlook = {
  model_id: string | null;
  base_model: string;
  tokens: number;
  longest_row_tokens: number;
  context_length: number;
  too_long_rows: number;
  is_estimated: boolean;
  steps: number;
  seconds: {
    estimate: number;
    low: number;
    high: number;
  } | null;
  problem: string | null;
};

export type TrainingSource = {
  kind: TrainingSourceKind;
  file_id: string | null;
  dataset_ref: string | null;
  name: string | null;
  rows: number | null;
  bytes: number | null;
  is_available: boolean;
};

export type TrainingSourceKind = "file" | "inline" | "address" | "groups" | "dataset";

export type Trajectories = {
  groups: TrajectoryGroup[];
  next_group: number | null;
  group_count: number;
  trajectory_count: number;
  rewards: {
    mean: number;
    min: number;
    max: number;
    bins: RewardBin[];
  };
};

export type Trajectory = {
  index: number;
  reward: number;
  advantage: number;
  conversations: TrajectoryTurn[][];
};

export type TrajectoryGroup = {
  index: number;
  exception_count: number;
  metrics: {
    [field: string]: unknown;
  };
  rewards: number[];
  trajectories: Trajectory[];
};

export type TrajectoryTurn = {
  message: {
    [field: string]: unknown;
  };
  is_sampled: boolean;
  token_count: number | null;
  mean_logprob: number | null;
};

export type Turn = {
  id: string;
  op_name: string;
  display_name: string | null;
  started_at: string;
  ended_at: string | null;
  duration_ms: number | null;
  is_undated: boolean;
  tokens: number | null;
  has_error: boolean;
  failed_inside: number;
  feedback: number;
  thumbs_up: number;
  thumbs_down: number;
  own_thumb: "up" | "down" | null;
  queues: QueueName[];
  preview: string | null;
};

export type UnusableModel = {
  id: string;
  reason: string;
};

export type Upstream = {
  id: string;
  name: string;
  base_url: string;
  has_key: boolean;
  models: string[];
  allow_private: boolean;
  created_at: string;
  updated_at: string;
};

export type UploadedFile = {
  id: string;
  object: "file";
  bytes: number;
  created_at: number;
  filename: string;
  purpose: string;
  status: "processed";
  project_id: string;
  sha256: string;
  rows: number;
  roles: {
    [field: string]: unknown;
  };
  kind: "sft" | "preference" | "kto" | "reward" | "prompts" | null;
  token_count: number;
  is_token_count_estimated: boolean;
  artifact: string | null;
  artifact_version: number | null;
  training_data_url: string;
};

export type ValueType = "numeric" | "boolean" | "categorical";

export type Webhook = {
  id: string;
  project_id: string;
  url: string;
  description: string;
  events: string[];
  allow_private: boolean;
  is_enabled: boolean;
  problem: string | null;
  failing_since: string | null;
  old_secret_until: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
};

export type WebhookDelivery = {
  id: string;
  webhook_id: string;
  message_id: string;
  type: string;
  payload: {
    [field: string]: unknown;
  };
  state: WebhookDeliveryState;
  attempts: number;
  next_attempt_at: string | null;
  last_status: number | null;
  last_error: string | null;
  delivered_at: string | null;
  created_at: string;
};

export type WebhookDeliveryState = "pending" | "delivered" | "failed";

export type WebhookEvent = "annotation.completed" | "queue.completed" | "queue.agreement_low" | "dataset.version_ready" | "training_job.completed" | "training_job.failed" | "training_job.cancelled" | "evaluation_run.completed" | "evaluation_run.failed" | "rl_run.completed" | "rl_run.failed" | "rl_run.cancelled" | "rl_run.waiting_for_people" | "promotion.waiting" | "promotion.approved" | "promotion.refused" | "promotion.withdrawn" | "checkpoint_alias.moved" | "loop.waiting" | "loop.failed";

export type WorkLeft = {
  for_me: number;
  for_others: number;
  in_other_hands: number;
  is_archived: boolean;
  holders: {
    annotator_user_id: string;
    name: string;
    items: number;
    frees_at: string;
  }[];
};

export type DescribeBaseModelsInput = Record<string, never>;
export type DescribeBaseModelsReply = {
  data: BaseModel[];
};

export type CompleteCallsInput = {
  entity: string;
  project: string;
  batch: CompleteCall[];
};
export type CompleteCallsReply = {
  errors?: {
    index: number;
    error: string;
  }[] | null;
};

export type DeleteCallsInput = {
  project_id: string;
  call_ids: string[];
};
export type DeleteCallsReply = {
  num_deleted: number;
};

export type EndCallInput = {
  end: CallEnd;
};
export type EndCallReply = Record<string, never>;

export type EndCallV2Input = {
  entity: string;
  project: string;
  end: CallEndOfPath;
};
export type EndCallV2Reply = Record<string, never>;

export type GetCallStatsInput = {
  project_id: string;
  filter?: CallFilter | null;
  query?: Query | null;
  limit?: number | null;
  within_ms?: number | null;
  include_total_storage_size?: boolean | null;
  expand_columns?: string[] | null;
};
export type GetCallStatsReply = {
  count: number;
  has_more: boolean;
  total_storage_size_bytes: number | null;
};

export type ReadCallInput = {
  project_id: string;
  id: string;
  include_costs?: boolean | null;
  include_feedback?: boolean | null;
  include_storage_size?: boolean | null;
  include_total_storage_size?: boolean | null;
  include_usernames?: boolean | null;
};
export type ReadCallReply = {
  call: Call | null;
};

export type SearchCallsInput = {
  project_id: string;
  filter?: CallFilter | null;
  query?: Query | null;
  direction?: SortDirection | null;
  from?: {
    started_at: string;
    id: string;
  } | null;
  limit?: number | null;
  within_ms?: number | null;
  columns?: string[] | null;
  include_usernames?: boolean | null;
};
export type SearchCallsReply = {
  calls: Call[];
  further: {
    started_at: string;
    id: string;
  } | null;
  is_out_of_time: boolean;
};

export type StartCallInput = {
  start: CallStart;
};
export type StartCallReply = StartedCall;

export type StartCallV2Input = {
  entity: string;
  project: string;
  start: CallStartOfPath;
};
export type StartCallV2Reply = StartedCall;

export type StreamCallsInput = {
  project_id: string;
  filter?: CallFilter | null;
  query?: Query | null;
  sort_by?: {
    field: string;
    direction?: SortDirection | null;
  }[] | null;
  limit?: number | null;
  offset?: number | null;
  columns?: string[] | null;
  expand_columns?: string[] | null;
  return_expanded_column_values?: boolean | null;
  latest_only?: boolean | null;
  include_costs?: boolean | null;
  include_feedback?: boolean | null;
  include_storage_size?: boolean | null;
  include_total_storage_size?: boolean | null;
  include_usernames?: boolean | null;
};
export type StreamCallsReply = Call;

export type UpdateCallInput = {
  project_id: string;
  call_id: string;
  display_name: string;
};
export type UpdateCallReply = Record<string, never>;

export type UpsertCallBatchInput = {
  batch: (StartInBatch | EndInBatch)[];
};
export type UpsertCallBatchReply = {
  res: {
    id?: string | null;
    trace_id?: string | null;
    error?: string | null;
  }[];
};

export type GetCallDetailsInput = {
  project_id: string;
  call_ids: string[];
  search?: string | null;
};
export type GetCallDetailsReply = {
  details: CallDetails[];
};

export type PickCallsInput = {
  project_id: string;
  filter?: CallFilter | null;
  query?: Query | null;
  random?: {
    count: number;
    seed: number;
  } | null;
};
export type PickCallsReply = {
  id: string;
};

export type ExportCallsInput = {
  entity: string;
  project: string;
  month: string;
};

export type RecordAgentSpansInput = {
  project_id?: string | null;
  resourceSpans?: unknown[] | null;
};
export type RecordAgentSpansReply = {
  partialSuccess?: {
    rejectedSpans: string;
    errorMessage: string;
  } | null;
};

export type RecordSpansInput = {
  project_id?: string | null;
  resourceSpans?: unknown[] | null;
};
export type RecordSpansReply = {
  partialSuccess?: {
    rejectedSpans: string;
    errorMessage: string;
  } | null;
};

export type GetThreadDetailsInput = {
  project_id: string;
  thread_ids: string[];
  after_datetime?: string | null;
  before_datetime?: string | null;
};
export type GetThreadDetailsReply = {
  details: ThreadDetails[];
};

export type QueryThreadsInput = {
  project_id: string;
  filter?: ThreadFilter | null;
  limit?: number | null;
  offset?: number | null;
  sort_by?: ThreadSortElement[] | null;
};
export type QueryThreadsReply = Thread;

export type QueryTurnsInput = {
  project_id: string;
  thread_id: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryTurnsReply = {
  total: number;
  turns: Turn[];
};

export type SummarizeThreadsInput = {
  project_id: string;
  filter?: ThreadFilter | null;
};
export type SummarizeThreadsReply = ThreadSummary;

export type CreateFeedbackInput = FeedbackItem;
export type CreateFeedbackReply = FeedbackResult;

export type CreateFeedbackBatchInput = {
  batch: FeedbackItem[];
};
export type CreateFeedbackBatchReply = {
  res: FeedbackResult[];
};

export type PurgeFeedbackInput = {
  project_id: string;
  query: Query;
};
export type PurgeFeedbackReply = Record<string, never>;

export type QueryFeedbackInput = {
  project_id: string;
  fields?: string[] | null;
  query?: Query | null;
  sort_by?: {
    field: string;
    direction?: SortDirection | null;
  }[] | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryFeedbackReply = {
  result: unknown[];
  total_count: number;
};

export type ReplaceFeedbackInput = {
  project_id: string;
  weave_ref?: string;
  /** Another name of `weave_ref` */
  tracing_ref?: string;
  feedback_type: string;
  payload: {
    [field: string]: unknown;
  };
  id?: string | null;
  creator?: string | null;
  annotation_ref?: string | null;
  runnable_ref?: string | null;
  call_ref?: string | null;
  trigger_ref?: string | null;
  queue_id?: string | null;
  wb_user_id?: unknown | null;
  /** Another name of `wb_user_id` */
  svc_user_id?: unknown | null;
  scorer_tags?: string[] | null;
  scorer_tag_reasons?: {
    [field: string]: unknown;
  } | null;
  scorer_tag_confidences?: {
    [field: string]: unknown;
  } | null;
  scorer_ratings?: {
    [field: string]: unknown;
  } | null;
  scorer_rating_reasons?: {
    [field: string]: unknown;
  } | null;
  scorer_rating_confidences?: {
    [field: string]: unknown;
  } | null;
  span_agent_name?: string | null;
  span_agent_version?: string | null;
  span_conversation_id?: string | null;
  span_trace_id?: string | null;
  span_status_code?: string | null;
  scorer_trace_id?: string | null;
  feedback_id: string;
};
export type ReplaceFeedbackReply = FeedbackResult;

export type GetFeedbackPayloadSchemaInput = {
  project_id: string;
  start: string;
  end?: string | null;
  feedback_type?: string | null;
  trigger_ref?: string | null;
  sample_limit?: number | null;
};
export type GetFeedbackPayloadSchemaReply = {
  paths: {
    json_path: string;
    value_type: ValueType;
  }[];
};

export type GetFeedbackStatsInput = {
  project_id: string;
  start: string;
  end?: string | null;
  feedback_type?: string | null;
  trigger_ref?: string | null;
  granularity?: number | null;
  timezone?: string | null;
  metrics?: FeedbackMetric[] | null;
};
export type GetFeedbackStatsReply = {
  start: string;
  end: string;
  granularity: number;
  timezone: string;
  buckets: {
    [field: string]: unknown;
  }[];
  window_stats: {
    [field: string]: unknown;
  };
};

export type AddQueueItemsInput = {
  queue_id: string;
  project_id: string;
  call_ids: string[];
  display_fields: string[];
};
export type AddQueueItemsReply = {
  added_count: number;
  duplicates: number;
  pending: string[];
};

export type CreateQueueInput = {
  project_id: string;
  name: string;
  description?: string | null;
  scorer_refs: string[];
  kind?: QueueKind | null;
  annotators_per_item?: number | null;
  overlap_share?: number | null;
  annotator_ids?: string[] | null;
  is_blind?: boolean | null;
  item_order?: ItemOrder | null;
  shows_suggestions?: boolean | null;
  skip_policy?: SkipPolicy | null;
  skip_reasons?: string[] | null;
  requires_skip_reason?: boolean | null;
  reservation_minutes?: number | null;
  required_refs?: string[] | null;
  field_rules?: {
    field_ref: string;
    when_ref?: string | null;
    when_values?: unknown[] | null;
    default_value?: unknown | null;
  }[] | null;
  is_archived?: boolean | null;
  is_strict?: boolean | null;
  min_agreement?: number | null;
};
export type CreateQueueReply = {
  id: string;
};

export type DeleteQueueInput = {
  queue_id: string;
  project_id: string;
};
export type DeleteQueueReply = {
  queue: Queue;
};

export type GetQueueInput = {
  queue_id: string;
  project_id: string;
};
export type GetQueueReply = {
  queue: Queue;
};

export type GetQueueProgressInput = {
  queue_id: string;
  project_id: string;
};
export type GetQueueProgressReply = {
  progress: {
    annotator_user_id: string;
    name: string;
    completed: number;
    skipped: number;
    in_progress: number;
  }[];
};

export type GetQueueStatsInput = {
  project_id: string;
  queue_ids: string[];
};
export type GetQueueStatsReply = {
  stats: {
    queue_id: string;
    total_items: number;
    completed_items: number;
  }[];
};

export type QueryQueueItemsInput = {
  queue_id: string;
  project_id: string;
  filter?: ItemFilter | null;
  sort_by?: {
    field: "call_started_at" | "call_op_name" | "created_at" | "updated_at" | "priority";
    direction?: SortDirection | null;
  }[] | null;
  limit?: number | null;
  offset?: number | null;
  include_position?: boolean | null;
  include_total_count?: boolean | null;
};
export type QueryQueueItemsReply = {
  items: QueueItem[];
  total_count?: number | null;
};

export type QueryQueuesInput = {
  project_id: string;
  name?: string | null;
  is_archived?: boolean | null;
  sort_by?: {
    field: "id" | "name" | "created_at" | "updated_at";
    direction?: SortDirection | null;
  }[] | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryQueuesReply = Queue;

export type RemoveQueueItemInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
};
export type RemoveQueueItemReply = {
  item: QueueItem;
};

export type UpdateItemProgressInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
  annotation_state: AnnotationState;
};
export type UpdateItemProgressReply = {
  item: QueueItem;
};

export type UpdateQueueInput = {
  queue_id: string;
  project_id: string;
  based_on?: string | null;
  name?: string | null;
  description?: string | null;
  scorer_refs?: string[] | null;
  kind?: QueueKind | null;
  annotators_per_item?: number | null;
  overlap_share?: number | null;
  annotator_ids?: string[] | null;
  is_blind?: boolean | null;
  item_order?: ItemOrder | null;
  shows_suggestions?: boolean | null;
  skip_policy?: SkipPolicy | null;
  skip_reasons?: string[] | null;
  requires_skip_reason?: boolean | null;
  reservation_minutes?: number | null;
  required_refs?: string[] | null;
  field_rules?: {
    field_ref: string;
    when_ref?: string | null;
    when_values?: unknown[] | null;
    default_value?: unknown | null;
  }[] | null;
  is_archived?: boolean | null;
  is_strict?: boolean | null;
  min_agreement?: number | null;
};
export type UpdateQueueReply = {
  queue: Queue;
};

export type AnswerItemInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
  annotation_state: "completed" | "skipped" | "in_progress" | "unstarted";
  revision?: number | null;
  feedback?: FeedbackItem[] | null;
  replaced?: string[] | null;
  skip_reason?: string | null;
  is_flagged?: boolean | null;
  flag_note?: string | null;
  active_ms?: number | null;
  suggested_refs?: string[] | null;
};
export type AnswerItemReply = {
  item: QueueItem;
  own: OwnWork;
  feedback: FeedbackResult[];
};

export type GetItemWorkInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
};
export type GetItemWorkReply = {
  item: QueueItem;
  own: OwnWork;
};

export type KeepItemsInput = {
  queue_id: string;
  project_id: string;
  item_ids: string[];
};
export type KeepItemsReply = {
  kept: string[];
  lost: string[];
  expires_at: string | null;
};

export type ReleaseItemsInput = {
  queue_id: string;
  project_id: string;
  item_ids?: string[] | null;
};
export type ReleaseItemsReply = {
  released: string[];
};

export type ReserveItemsInput = {
  queue_id: string;
  project_id: string;
  count?: number | null;
  item_id?: string | null;
};
export type ReserveItemsReply = {
  reserved: ReservedItem[];
  left: WorkLeft | null;
};

export type AddQueuePairsInput = {
  queue_id: string;
  project_id: string;
  pairs: {
    call_id: string;
    pair_call_id: string;
  }[];
  display_fields: string[];
};
export type AddQueuePairsReply = {
  added_count: number;
  duplicates: number;
  missing: string[];
};

export type ChangeItemsInput = {
  queue_id: string;
  project_id: string;
  action: "reopen" | "prioritize" | "assign" | "remove";
  item_ids?: string[] | null;
  filter?: ItemFilter | null;
  priority?: number | null;
  assigned_to?: string | null;
  annotator_user_id?: string | null;
};
export type ChangeItemsReply = {
  changed_count: number;
};

export type DecideItemInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
  values: {
    [field: string]: unknown;
  };
  method: "adopted" | "merged" | "written";
  note?: string | null;
  is_gold?: boolean | null;
};
export type DecideItemReply = {
  decision: Decision;
};

export type ExportAnswersInput = {
  queue_id: string;
  project_id: string;
  format?: "jsonl" | "csv" | null;
  include_conversations?: boolean | null;
};

export type QueryItemAnswersInput = {
  queue_id: string;
  project_id: string;
  item_ids: string[];
};
export type QueryItemAnswersReply = {
  answers: ItemAnswer[];
  judgements: {
    item_id: string;
    judge: string;
    output: unknown;
    created_at: string;
  }[];
  decisions: Decision[];
};

export type SendItemBackInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
  annotator_user_id: string;
  note: string;
};
export type SendItemBackReply = {
  answer: ItemAnswer;
};

export type SummarizeQueuesInput = {
  project_id: string;
  queue_ids: string[];
};
export type SummarizeQueuesReply = {
  summaries: {
    queue_id: string;
    total_items: number;
    asked_by_runs: number;
    done_items: number;
    started_items: number;
    wanted_answers: number | null;
    given_answers: number;
    extra_answers: number;
    skips: number;
    flags: number;
    left_for_me: number;
    done_by_me: number;
    skipped_by_me: number;
    people_here: {
      annotator_user_id: string;
      name: string;
    }[];
    annotators: number;
    answers_last_hour: number;
    answers_per_hour: number | null;
    hours_left: number | null;
    last_activity: string | null;
  }[];
};

export type UndecideItemInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
};
export type UndecideItemReply = {
  was_decided: boolean;
};

export type GetLearningCurveInput = {
  queue_id: string;
  project_id: string;
};
export type GetLearningCurveReply = {
  fields: FieldCurve[];
};

export type GetQueueLearningInput = {
  queue_id: string;
  project_id: string;
};
export type GetQueueLearningReply = {
  asked: {
    items: number;
    random: number;
  };
  fields: FieldLearning[];
};

export type ChangeQueueFieldInput = {
  queue_id: string;
  project_id: string;
  field_ref: string;
  name?: string | null;
  description?: string | null;
  field_schema?: {
    [field: string]: unknown;
  } | null;
  ask_again?: "nobody" | "touched" | "everyone" | null;
};
export type ChangeQueueFieldReply = {
  queue: Queue;
  field_ref: string;
  asked_again: number;
};

export type PreviewFieldChangeInput = {
  queue_id: string;
  project_id: string;
  field_ref: string;
  name?: string | null;
  description?: string | null;
  field_schema?: {
    [field: string]: unknown;
  } | null;
};
export type PreviewFieldChangeReply = {
  answers: number;
  touched_answers: number;
  asked: {
    touched: number;
    everyone: number;
  };
  people: {
    touched: number;
    everyone: number;
  };
};

export type QueryFieldVersionsInput = {
  queue_id: string;
  project_id: string;
};
export type QueryFieldVersionsReply = {
  fields: {
    ref: string;
    asked_again: number;
    versions: FieldVersion[];
  }[];
};

export type GetQueueBurnUpInput = {
  queue_id: string;
  project_id: string;
};
export type GetQueueBurnUpReply = {
  unit: "answer" | "item";
  bucket_seconds: number;
  begun_at: string;
  first_answer_at: string | null;
  points: {
    at: string;
    given: number;
    wanted: number;
  }[];
  forecast: {
    early: string | null;
    middle: string | null;
    late: string | null;
    answers_per_hour: number | null;
  };
};

export type GetQueueQualityInput = {
  queue_id: string;
  project_id: string;
  field_ref?: string | null;
  include_judges?: boolean | null;
};
export type GetQueueQualityReply = {
  people: {
    annotator_user_id: string;
    name: string;
    completed: number;
    skipped: number;
    in_progress: number;
    flagged: number;
    median_ms: number | null;
    p90_ms: number | null;
    consensus: {
      value: number | null;
      low: number | null;
      high: number | null;
      items: number;
    };
    gold: {
      value: number | null;
      items: number;
    };
    last_active: string | null;
  }[];
  fields: FieldAgreement[];
  raters: Rater[];
  matrix: {
    first: string;
    second: string;
    items: number;
    percent: number | null;
    kappa: number | null;
    confusion: {
      first: string;
      second: string;
      count: number;
    }[];
  }[];
};

export type ListDisagreementsInput = {
  queue_id: string;
  project_id: string;
  field_ref?: string | null;
  raters?: string[] | null;
  undecided_only?: boolean | null;
  include_judges?: boolean | null;
  limit?: number | null;
  offset?: number | null;
};
export type ListDisagreementsReply = {
  items: {
    item_id: string;
    call_id: string;
    position_in_queue: number;
    disagreement: number;
    answers: number;
    is_decided: boolean;
  }[];
  total_count: number;
};

export type BackfillQueueRuleInput = {
  queue_id: string;
  rule_id: string;
  project_id: string;
  limit?: number | null;
};
export type BackfillQueueRuleReply = {
  added_count: number;
  rule: QueueRule;
};

export type CountRuleBackfillInput = {
  queue_id: string;
  rule_id: string;
  project_id: string;
};
export type CountRuleBackfillReply = {
  matching: number;
  in_rate: number;
  queued: number;
  removed: number;
  to_add: number;
  held_back: number;
};

export type CountRuleMatchesInput = {
  queue_id: string;
  project_id: string;
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  includes_own?: boolean | null;
};
export type CountRuleMatchesReply = {
  count: number;
  has_more: boolean;
};

export type CreateQueueRuleInput = {
  queue_id: string;
  project_id: string;
  name: string;
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  rate?: number | null;
  max_open?: number | null;
  display_fields?: string[] | null;
  includes_own?: boolean | null;
  is_paused?: boolean | null;
};
export type CreateQueueRuleReply = {
  rule: QueueRule;
};

export type DeleteQueueRuleInput = {
  queue_id: string;
  rule_id: string;
  project_id: string;
};
export type DeleteQueueRuleReply = {
  rule: QueueRule;
};

export type ListQueueRulesInput = {
  queue_id: string;
  project_id: string;
};
export type ListQueueRulesReply = {
  rules: QueueRule[];
};

export type UpdateQueueRuleInput = {
  queue_id: string;
  rule_id: string;
  project_id: string;
  name: string;
  filter?: QueueRuleFilter | null;
  query?: Query | null;
  rate?: number | null;
  max_open?: number | null;
  display_fields?: string[] | null;
  includes_own?: boolean | null;
  is_paused?: boolean | null;
};
export type UpdateQueueRuleReply = {
  rule: QueueRule;
};

export type ArchiveDatasetInput = {
  dataset_id: string;
  project_id: string;
};
export type ArchiveDatasetReply = {
  dataset: Dataset;
};

export type CreateDatasetInput = {
  project_id: string;
  name: string;
  kind: DatasetKind;
  description?: string | null;
  recipe: DatasetRecipe;
};
export type CreateDatasetReply = {
  dataset: Dataset;
};

export type GetDatasetInput = {
  dataset_id: string;
  project_id: string;
};
export type GetDatasetReply = {
  dataset: Dataset;
  versions: DatasetVersion[];
};

export type ProposeDatasetNameInput = {
  project_id: string;
  name: string;
};
export type ProposeDatasetNameReply = {
  name: string;
  taken_by: "dataset" | "object" | null;
};

export type QueryDatasetsInput = {
  project_id: string;
  name?: string | null;
  is_archived?: boolean | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryDatasetsReply = {
  datasets: Dataset[];
  total_count: number;
  published: PublishedDataset[];
};

export type UpdateDatasetInput = {
  dataset_id: string;
  project_id: string;
  description?: string | null;
  recipe?: DatasetRecipe | null;
  is_archived?: boolean | null;
};
export type UpdateDatasetReply = {
  dataset: Dataset;
};

export type ExportPublishedDatasetInput = {
  name: string;
  version: string;
  project_id: string;
  format?: "jsonl" | "csv" | "parquet" | null;
};

export type GetPublishedDatasetInput = {
  name: string;
  project_id: string;
};
export type GetPublishedDatasetReply = {
  dataset: PublishedDataset;
  versions: PublishedVersion[];
  uses: PublishedUse[];
};

export type QueryPublishedRowsInput = {
  name: string;
  version: string;
  project_id: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryPublishedRowsReply = {
  rows: {
    position: number;
    digest: string;
    row: unknown;
  }[];
  total_count: number;
};

export type ImportDatasetInput = {
  project_id: string;
  name?: string | null;
  kind?: DatasetKind | null;
  description?: string | null;
  columns?: string | null;
  held_out_percent?: number | null;
  file: Blob;
};
export type ImportDatasetReply = {
  dataset: Dataset;
  version: DatasetVersion;
  passed_over: string[];
};

export type BuildDatasetVersionInput = {
  dataset_id: string;
  project_id: string;
  note?: string | null;
  if_changed?: boolean | null;
};
export type BuildDatasetVersionReply = {
  version: DatasetVersion;
  is_new: boolean;
  counts: DatasetCounts;
};

export type ExportDatasetVersionInput = {
  dataset_id: string;
  version: string;
  project_id: string;
  format?: "jsonl" | "csv" | "parquet" | "hf" | "openai" | null;
  split?: DatasetSplit | null;
};

export type PreviewDatasetInput = {
  project_id: string;
  kind: DatasetKind;
  recipe: DatasetRecipe;
  limit?: number | null;
};
export type PreviewDatasetReply = {
  counts: DatasetCounts;
  rows: {
    split: DatasetSplit;
    row: {
      [field: string]: unknown;
    };
  }[];
  rejections: DatasetRejection[];
  noted_at: {
    note: "key" | "card" | "email" | "phone" | "iban" | "empty_question" | "empty_answer";
    places: DatasetRowPlace[];
  }[];
  conflicts_at: DatasetRowPlace[];
  is_split_given: boolean;
  is_sampled: boolean;
};

export type QueryDatasetRejectionsInput = {
  dataset_id: string;
  version: string;
  project_id: string;
  reason?: DatasetRejectionReason | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryDatasetRejectionsReply = {
  rejections: {
    source: number;
    item_id: string;
    reason: DatasetRejectionReason;
    detail: string;
    call_id: string | null;
    words: string;
    place: DatasetRowPlace | null;
    same_as: {
      position: number | null;
      place: DatasetRowPlace | null;
    } | null;
  }[];
  total_count: number;
  reasons: {
    reason: DatasetRejectionReason;
    meaning: string;
    count: number;
  }[];
};

export type QueryDatasetRowsInput = {
  dataset_id: string;
  version: string;
  project_id: string;
  split?: DatasetSplit | null;
  annotator_user_id?: string | null;
  is_conflicting?: boolean | null;
  has_missing_calls?: boolean | null;
  position?: number | null;
  notes?: ("key" | "card" | "email" | "phone" | "iban" | "empty_question" | "empty_answer")[] | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryDatasetRowsReply = {
  rows: DatasetRow[];
  total_count: number;
};

export type QueryDatasetVersionsInput = {
  dataset_id: string;
  project_id: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryDatasetVersionsReply = {
  versions: DatasetVersion[];
  total_count: number;
};

export type DiffDatasetVersionInput = {
  dataset_id: string;
  version: string;
  project_id: string;
  against: string;
  change?: "added" | "removed" | "changed" | null;
  limit?: number | null;
  offset?: number | null;
};
export type DiffDatasetVersionReply = {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  changes: DatasetRowChange[];
};

export type QueryVersionExposureInput = {
  dataset_id: string;
  version: string;
  project_id: string;
  position?: number | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryVersionExposureReply = {
  versions: DatasetExposure[];
  total_count: number;
};

export type CountVersionReferencesInput = {
  dataset_id: string;
  version: string;
  project_id: string;
};
export type CountVersionReferencesReply = {
  number: number;
  asked: {
    rows: number;
    references: number;
    is_sampled: boolean;
  };
  measured: {
    rows: number;
    references: number;
    is_sampled: boolean;
  };
};

export type ArchiveGraderInput = {
  grader_id: string;
  project_id: string;
};
export type ArchiveGraderReply = {
  grader: StoredGrader;
};

export type CreateGraderInput = {
  project_id: string;
  name: string;
  description?: string | null;
  grader: Grader;
  trust?: GraderTrust | null;
};
export type CreateGraderReply = {
  grader: StoredGrader;
};

export type GetGraderInput = {
  grader_id: string;
  project_id: string;
};
export type GetGraderReply = {
  grader: StoredGrader;
};

export type QueryGradersInput = {
  project_id: string;
  name?: string | null;
  type?: "string_check" | "text_similarity" | "label_model" | "score_model" | "spindle.number_match" | "spindle.json_schema" | "spindle.tool_call" | "spindle.judge" | "spindle.human" | "spindle.http" | "multi" | null;
  is_archived?: boolean | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryGradersReply = {
  graders: StoredGrader[];
  total_count: number;
};

export type UpdateGraderInput = {
  grader_id: string;
  project_id: string;
  name?: string | null;
  description?: string | null;
  grader?: Grader | null;
  trust?: GraderTrust | null;
  is_archived?: boolean | null;
};
export type UpdateGraderReply = {
  grader: StoredGrader;
};

export type DryRunGraderInput = {
  project_id: string;
  grader: Grader;
  call_ids?: string[] | null;
  query?: Query | null;
  human?: {
    queue_id: string;
    field: string;
    yes_values?: string[] | null;
  } | null;
  limit?: number | null;
};
export type DryRunGraderReply = {
  graded_count: number;
  masked_count: number;
  mean: Estimate;
  passed: Estimate;
  histogram: GraderScoreBin[];
  worst: GradedCall[];
  masked: {
    reason: GraderMaskReason;
    count: number;
    detail: string;
    call_id: string;
  }[];
  agreement: {
    n: number;
    unread: number;
    alike: Estimate;
    distance: Estimate;
    base_rate: Estimate;
  } | null;
  disputed: GradedCall[];
};

export type GetGraderSecretInput = {
  project_id: string;
};
export type GetGraderSecretReply = {
  signing_secret: string;
};

export type RunGraderInput = {
  project_id: string;
  grader: Grader;
  model_sample: string;
  model_sample_tools?: unknown[] | null;
  item?: {
    [field: string]: unknown;
  } | null;
};
export type RunGraderReply = GradedSample;

export type MeasureGraderInput = {
  grader_id: string;
  project_id: string;
  queue_id: string;
  field?: string | null;
  yes_values?: string[] | null;
  answered_after?: string | null;
  limit?: number | null;
};
export type MeasureGraderReply = {
  measurement: GraderMeasurement;
};

export type QueryGraderDisagreementsInput = {
  grader_id: string;
  measurement_id: string;
  project_id: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryGraderDisagreementsReply = {
  disagreements: GraderDisagreement[];
  total_count: number;
};

export type QueryGraderMeasurementsInput = {
  grader_id: string;
  project_id: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryGraderMeasurementsReply = {
  measurements: GraderMeasurement[];
  total_count: number;
};

export type RerouteAnnotatorInput = {
  queue_id: string;
  project_id: string;
  annotator_user_id: string;
  retract?: boolean | null;
  reason?: string | null;
  preview?: boolean | null;
  cancel_jobs?: boolean | null;
};
export type RerouteAnnotatorReply = {
  is_changed: boolean;
  opened_count: number;
  kept_decided_count: number;
  kept_answered_count: number;
  released_count: number;
  annotator_ids: string[];
  annotator_ids_before: string[];
  retraction: Retraction | null;
  impact: RetractionImpact | null;
  cancelled_job_count: number;
  going_job_count: number;
};

export type CreateRetractionInput = {
  project_id: string;
  annotator_user_id?: string | null;
  item_ids?: string[] | null;
  feedback_ids?: string[] | null;
  since?: string | null;
  until?: string | null;
  reason?: string | null;
  preview?: boolean | null;
  cancel_jobs?: boolean | null;
};
export type CreateRetractionReply = {
  retraction: Retraction | null;
  impact: RetractionImpact;
  cancelled_job_count: number;
  going_job_count: number;
};

export type LiftRetractionInput = {
  retraction_id: string;
  project_id: string;
};
export type LiftRetractionReply = {
  retraction: Retraction;
};

export type QueryRetractionsInput = {
  project_id: string;
  is_lifted?: boolean | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryRetractionsReply = {
  retractions: Retraction[];
  total_count: number;
};

export type RestoreRetractionInput = {
  retraction_id: string;
  project_id: string;
};
export type RestoreRetractionReply = {
  retraction: Retraction;
};

export type TraceLineageInput = {
  project_id: string;
  start: {
    kind: LineageKind;
    id: string;
  };
  direction: "up" | "down";
  depth?: number | null;
};
export type TraceLineageReply = {
  nodes: TracedNode[];
  edges: TracedEdge[];
  counts: {
    annotators: number;
    answers: number;
    rows: number;
    rewards: number;
    versions: number;
    rl_rounds: number;
    jobs: number;
    checkpoints: number;
    aliases: number;
    runs: number;
  };
  is_cut: boolean;
};

export type QueryItemYieldsInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
  feedback?: FeedbackItem[] | null;
  is_flagged?: boolean | null;
};
export type QueryItemYieldsReply = {
  yields: ItemYield[];
};

export type GetQueueReadinessInput = {
  queue_id: string;
  project_id: string;
  dataset_id?: string | null;
  field_ref?: string | null;
  model_id?: string | null;
};
export type GetQueueReadinessReply = {
  datasets: {
    id: string;
    name: string;
    kind: DatasetKind;
  }[];
  readiness: QueueReadiness | null;
};

export type CompareItemInput = {
  queue_id: string;
  item_id: string;
  project_id: string;
};
export type CompareItemReply = {
  comparison: BeforeAfter | null;
};

export type CreateEvaluationInput = {
  project_id: string;
  name: string;
  dataset_id: string;
  version?: number | null;
  graders?: EvaluationGrader[] | null;
  sampling?: EvaluationSampling | null;
  on_checkpoint?: string[] | null;
};
export type CreateEvaluationReply = {
  evaluation: Evaluation;
};

export type DeleteEvaluationInput = {
  evaluation_id: string;
  project_id: string;
};
export type DeleteEvaluationReply = {
  deleted_count: number;
};

export type GetEvaluationInput = {
  evaluation_id: string;
  project_id: string;
};
export type GetEvaluationReply = {
  evaluation: Evaluation;
  runs: EvaluationRun[];
};

export type QueryEvaluationsInput = {
  project_id: string;
  name?: string | null;
  dataset_id?: string | null;
  model_id?: string | null;
  is_archived?: boolean | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryEvaluationsReply = {
  evaluations: Evaluation[];
  total_count: number;
};

export type UpdateEvaluationInput = {
  evaluation_id: string;
  project_id: string;
  name?: string | null;
  measures?: {
    dataset_id: string;
    version?: number | null;
    graders?: EvaluationGrader[] | null;
    sampling?: EvaluationSampling | null;
  } | null;
  is_archived?: boolean | null;
  on_checkpoint?: string[] | null;
};
export type UpdateEvaluationReply = {
  evaluation: Evaluation;
};

export type CancelEvaluationRunInput = {
  run_id: string;
  project_id: string;
};
export type CancelEvaluationRunReply = {
  run: EvaluationRun;
};

export type CompareEvaluationRunsInput = {
  evaluation_id: string;
  project_id: string;
  runs: string[];
  baseline?: string | null;
  people?: {
    queue_id: string;
    field: string;
    judge: string;
  } | null;
};
export type CompareEvaluationRunsReply = {
  metrics: EvaluationMetric[];
  subjects: {
    run: EvaluationRun;
    cells: EvaluationCell[];
    people_and_judge: PeopleAndJudge | null;
    retracted: {
      rows: number;
      total_rows: number;
      already: number;
    } | null;
  }[];
  blind: EvaluationBlindComparison;
};

export type CreateEvaluationRunsInput = {
  evaluation_id: string;
  project_id: string;
  subjects: string[];
  samples?: number | null;
  seed?: number | null;
};
export type CreateEvaluationRunsReply = {
  runs: EvaluationRun[];
};

export type GetEvaluationRunInput = {
  run_id: string;
  project_id: string;
};
export type GetEvaluationRunReply = {
  run: EvaluationRun;
  retracted: {
    rows: number;
    total_rows: number;
    already: number;
  } | null;
};

export type QueryEvaluationResultsInput = {
  run_id: string;
  project_id: string;
  metric?: string | null;
  filter?: "fixed" | "broken" | "masked" | "failed" | "passed" | null;
  baseline?: string | null;
  text?: string | null;
  draw?: number | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryEvaluationResultsReply = {
  results: EvaluationResult[];
  total_count: number;
};

export type RetryEvaluationRunInput = {
  run_id: string;
  project_id: string;
};
export type RetryEvaluationRunReply = {
  run: EvaluationRun;
};

export type GetEvaluationCurveInput = {
  evaluation_id: string;
  project_id: string;
  model_id: string;
  metric?: string | null;
};
export type GetEvaluationCurveReply = {
  metrics: EvaluationMetric[];
  metric: string | null;
  points: EvaluationCurvePoint[];
  runs: {
    step: number;
    run_id: string;
  }[];
  gates: EvaluationCurveGate[];
};

export type QueryServedEvaluationsInput = {
  project_id: string;
  alias?: string | null;
  limit?: number | null;
};
export type QueryServedEvaluationsReply = {
  checkpoints: ServedCheckpoint[];
  total_count: number;
};

export type CreateBlindQueueInput = {
  evaluation_id: string;
  project_id: string;
  run_a: string;
  run_b: string;
  items?: number | null;
  annotators_per_item?: number | null;
  name?: string | null;
  preview?: boolean | null;
};
export type CreateBlindQueueReply = {
  blind_queue: EvaluationBlindQueue | null;
  differing: number;
  same: number;
};

export type GetRetractedRowsInput = {
  model_id: string;
  step: number;
};
export type GetRetractedRowsReply = {
  step: number;
  retracted: RetractedRows | null;
};

export type GetRetractedRowsOfJobInput = {
  training_job_id: string;
};
export type GetRetractedRowsOfJobReply = {
  retracted: RetractedRows | null;
};

export type ListCheckpointAliasesInput = {
  model_id: string;
};
export type ListCheckpointAliasesReply = {
  aliases: CheckpointAlias[];
  latest: {
    step: number;
    retracted: RetractedRows | null;
  } | null;
  retracted_steps: number[];
  dead_steps: number[];
  fallen_steps: {
    step: number;
    run_id: string;
    run_name: string;
    safe_step: number;
  }[];
  proposed_start: number | null;
};

export type QueryAliasMovesInput = {
  model_id: string;
  name: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryAliasMovesReply = {
  moves: AliasMove[];
  total_count: number;
};

export type RollBackCheckpointAliasInput = {
  model_id: string;
  name: string;
  step?: number | null;
  note?: string | null;
};
export type RollBackCheckpointAliasReply = {
  name: string;
  step: number;
};

export type CheckCheckpointGateInput = {
  model_id: string;
  alias: string;
  step: number;
};
export type CheckCheckpointGateReply = {
  gate: CheckpointGate;
  incumbent_step: number | null;
  passed: boolean;
  lines: GateLine[];
};

export type DeleteCheckpointGateInput = {
  model_id: string;
  alias: string;
};
export type DeleteCheckpointGateReply = {
  deleted_count: number;
};

export type SetCheckpointGateInput = {
  model_id: string;
  alias: string;
  target: GateTarget;
  guards?: GateGuard[] | null;
  needs_approval?: boolean | null;
};
export type SetCheckpointGateReply = {
  gate: CheckpointGate;
};

export type ApprovePromotionInput = {
  promotion_id: string;
  project_id: string;
  note?: string | null;
};
export type ApprovePromotionReply = {
  promotion: Promotion;
};

export type CreatePromotionInput = {
  project_id: string;
  model_id: string;
  alias: string;
  step: number;
  note?: string | null;
};
export type CreatePromotionReply = {
  promotion: Promotion;
};

export type QueryPromotionsInput = {
  project_id: string;
  model_id?: string | null;
  alias?: string | null;
  state?: "waiting" | "approved" | "refused" | "withdrawn" | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryPromotionsReply = {
  promotions: Promotion[];
  total_count: number;
};

export type RefusePromotionInput = {
  promotion_id: string;
  project_id: string;
  note?: string | null;
};
export type RefusePromotionReply = {
  promotion: Promotion;
};

export type WithdrawPromotionInput = {
  promotion_id: string;
  project_id: string;
};
export type WithdrawPromotionReply = {
  promotion: Promotion;
};

export type CreateWebhookInput = {
  project_id: string;
  url: string;
  description?: string | null;
  events: WebhookEvent[];
  allow_private?: boolean | null;
};
export type CreateWebhookReply = {
  webhook: Webhook;
  secret: string;
};

export type DeleteWebhookInput = {
  webhook_id: string;
  project_id: string;
};
export type DeleteWebhookReply = Record<string, never>;

export type ListWebhooksInput = {
  project_id: string;
};
export type ListWebhooksReply = {
  webhooks: Webhook[];
};

export type QueryWebhookDeliveriesInput = {
  webhook_id: string;
  project_id: string;
  state?: WebhookDeliveryState | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryWebhookDeliveriesReply = {
  deliveries: WebhookDelivery[];
  total_count: number;
};

export type RedeliverWebhookInput = {
  webhook_id: string;
  delivery_id: string;
  project_id: string;
};
export type RedeliverWebhookReply = {
  delivery: WebhookDelivery;
};

export type RotateWebhookSecretInput = {
  webhook_id: string;
  project_id: string;
};
export type RotateWebhookSecretReply = {
  webhook: Webhook;
  secret: string;
};

export type TestWebhookInput = {
  webhook_id: string;
  project_id: string;
};
export type TestWebhookReply = {
  delivery: WebhookDelivery;
};

export type UpdateWebhookInput = {
  webhook_id: string;
  project_id: string;
  url?: string | null;
  description?: string | null;
  events?: WebhookEvent[] | null;
  is_enabled?: boolean | null;
};
export type UpdateWebhookReply = {
  webhook: Webhook;
};

export type CreateObjectInput = {
  obj: {
    project_id: string;
    object_id: string;
    val: unknown;
    builtin_object_class?: string | null;
    expected_digest?: string | null;
    wb_user_id?: unknown | null;
    /** Another name of `wb_user_id` */
    svc_user_id?: unknown | null;
  };
};
export type CreateObjectReply = {
  digest: string;
  object_id: string;
};

export type DeleteObjectInput = {
  project_id: string;
  object_id: string;
  digests?: string[] | null;
};
export type DeleteObjectReply = {
  num_deleted: number;
};

export type QueryObjectsInput = {
  project_id: string;
  filter?: {
    base_object_classes?: string[] | null;
    exclude_base_object_classes?: string[] | null;
    leaf_object_classes?: string[] | null;
    object_ids?: string[] | null;
    is_op?: boolean | null;
    latest_only?: boolean | null;
    tags?: string[] | null;
    aliases?: string[] | null;
  } | null;
  sort_by?: {
    field: "object_id" | "created_at";
    direction?: SortDirection | null;
  }[] | null;
  limit?: number | null;
  offset?: number | null;
  metadata_only?: boolean | null;
  include_storage_size?: boolean | null;
  include_tags_and_aliases?: boolean | null;
};
export type QueryObjectsReply = {
  objs: StoredObject[];
};

export type ReadObjectInput = {
  project_id: string;
  object_id: string;
  digest: string;
  metadata_only?: boolean | null;
  include_tags_and_aliases?: boolean | null;
};
export type ReadObjectReply = {
  obj: StoredObject;
};

export type CreateTableInput = {
  table: {
    project_id: string;
    rows: {
      [field: string]: unknown;
    }[];
    expected_digest?: string | null;
  };
};
export type CreateTableReply = {
  digest: string;
  row_digests: string[];
};

export type CreateTableFromDigestsInput = {
  project_id: string;
  row_digests: string[];
  expected_digest?: string | null;
};
export type CreateTableFromDigestsReply = {
  digest: string;
};

export type GetTableStatsInput = {
  project_id: string;
  digest: string;
};
export type GetTableStatsReply = {
  count: number;
};

export type GetTableStatsBatchInput = {
  project_id: string;
  digests?: string[] | null;
  include_storage_size?: boolean | null;
};
export type GetTableStatsBatchReply = {
  tables: {
    digest: string;
    count: number;
    storage_size_bytes?: number | null;
  }[];
};

export type QueryTableInput = {
  project_id: string;
  digest: string;
  filter?: {
    row_digests?: string[] | null;
  } | null;
  limit?: number | null;
  offset?: number | null;
  sort_by?: {
    field: string;
    direction?: SortDirection | null;
  }[] | null;
};
export type QueryTableReply = {
  rows: PlacedRow[];
};

export type StreamTableInput = {
  project_id: string;
  digest: string;
  filter?: {
    row_digests?: string[] | null;
  } | null;
  limit?: number | null;
  offset?: number | null;
  sort_by?: {
    field: string;
    direction?: SortDirection | null;
  }[] | null;
};
export type StreamTableReply = PlacedRow;

export type UpdateTableInput = {
  project_id: string;
  base_digest: string;
  updates: {
    append?: {
      row: {
        [field: string]: unknown;
      };
    } | null;
    pop?: {
      index: number;
    } | null;
    insert?: {
      index: number;
      row: {
        [field: string]: unknown;
      };
    } | null;
  }[];
};
export type UpdateTableReply = {
  digest: string;
  updated_row_digests: string[];
};

export type CreateContentFileInput = {
  project_id: string;
  expected_digest?: string | null;
  file: Blob;
};
export type CreateContentFileReply = {
  digest: string;
};

export type ReadContentFileInput = {
  project_id: string;
  digest: string;
};

export type ReadReferencesInput = {
  refs: string[];
};
export type ReadReferencesReply = {
  vals: unknown[];
};

export type CreateModelInput = {
  entity?: string | null;
  project: string;
  name: string;
  base_model: string;
  return_existing?: boolean | null;
  training?: ModelTraining | null;
};
export type CreateModelReply = Model;

export type DeleteCheckpointAliasInput = {
  model_id: string;
  name: string;
};
export type DeleteCheckpointAliasReply = {
  deleted_count: number;
};

export type DeleteCheckpointsInput = {
  model_id: string;
  steps: number[];
};
export type DeleteCheckpointsReply = {
  deleted_count: number;
  not_found_steps: number[];
};

export type DeleteModelInput = {
  model_id: string;
};
export type DeleteModelReply = {
  model_id: string;
  deleted_checkpoints: number;
  deleted_run: boolean;
};

export type DownloadCheckpointInput = {
  model_id: string;
  step: number;
};

export type GetModelInput = {
  model_id: string;
};
export type GetModelReply = ModelWithSteps;

export type GetModelLineageInput = {
  model_id: string;
  limit?: number | null;
};
export type GetModelLineageReply = Lineage;

export type ListCheckpointsInput = {
  model_id: string;
  order?: SortDirection | null;
  after?: string | null;
  limit?: number | null;
};
export type ListCheckpointsReply = {
  object: "list";
  data: Checkpoint[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

export type ListModelsInput = {
  project_id?: string | null;
  name?: string | null;
  search?: string | null;
  order?: SortDirection | null;
  after?: string | null;
  limit?: number | null;
};
export type ListModelsReply = {
  object: "list";
  data: ModelWithSteps[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

export type LogTrajectoriesInput = {
  model_id: string;
  trajectory_groups: unknown[];
  split?: string | null;
};
export type LogTrajectoriesReply = Record<string, never>;

export type SetCheckpointAliasInput = {
  model_id: string;
  name: string;
  step: number;
  override?: boolean | null;
  reason?: string | null;
};
export type SetCheckpointAliasReply = {
  name: string;
  step: number;
};

export type VerifyCheckpointInput = {
  model_id: string;
  step: number;
};
export type VerifyCheckpointReply = {
  step: number;
  is_corrupt: boolean;
  finding: "whole" | "missing" | "changed";
  detail: string;
};

export type GetServedModelInput = {
  model: string;
};
export type GetServedModelReply = ServedModel;

export type ListServedModelsInput = Record<string, never>;
export type ListServedModelsReply = {
  object: "list";
  data: ServedModel[];
  unusable: UnusableModel[];
};

export type CreateFileInput = {
  purpose: "fine-tune";
  project_id?: string | null;
  artifact?: string | null;
  base_model?: string | null;
  columns?: string | null;
  file: Blob;
};
export type CreateFileReply = UploadedFile;

export type DeleteFileInput = {
  file_id: string;
};
export type DeleteFileReply = {
  id: string;
  object: "file";
  deleted: boolean;
};

export type GetFileInput = {
  file_id: string;
};
export type GetFileReply = UploadedFile;

export type GetFileContentInput = {
  file_id: string;
};

export type ListFilesInput = {
  project_id?: string | null;
  purpose?: string | null;
  order?: SortDirection | null;
  after?: string | null;
  limit?: number | null;
};
export type ListFilesReply = {
  object: "list";
  data: UploadedFile[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

export type CancelTrainingJobInput = {
  training_job_id: string;
  keep?: boolean | null;
};
export type CancelTrainingJobReply = TrainingJob;

export type CreateSftTrainingJobInput = {
  model_id: string;
  training_data_url: string;
  validation_data_url?: string | null;
  config?: SftConfig | null;
  experimental_config?: {
    [field: string]: unknown;
  } | null;
  start_step?: number | null;
  name?: string | null;
  tags?: string[] | null;
  note?: string | null;
  group?: string | null;
};
export type CreateSftTrainingJobReply = TrainingJob;

export type CreateTrainingJobInput = {
  model_id: string;
  trajectory_groups: unknown[];
  experimental_config?: RlConfig | null;
  start_step?: number | null;
  name?: string | null;
  tags?: string[] | null;
  note?: string | null;
  group?: string | null;
};
export type CreateTrainingJobReply = TrainingJob;

export type GetTrainingJobInput = {
  training_job_id: string;
};
export type GetTrainingJobReply = TrainingJobDetail;

export type ListTrainingJobsInput = {
  model_id?: string | null;
  status?: JobStatus | null;
  project_id?: string | null;
  search?: string | null;
  tag?: string | null;
  group?: string | null;
  file_id?: string | null;
  after?: string | null;
  limit?: number | null;
};
export type ListTrainingJobsReply = {
  object: "list";
  data: TrainingJob[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

export type RetryTrainingJobInput = {
  training_job_id: string;
};
export type RetryTrainingJobReply = TrainingJob;

export type UpdateTrainingJobInput = {
  training_job_id: string;
  name?: string | null;
  tags?: string[] | null;
  note?: string | null;
  group?: string | null;
};
export type UpdateTrainingJobReply = TrainingJob;

export type ValidateSftTrainingJobInput = {
  model_id: string;
  training_data_url: string;
  validation_data_url?: string | null;
  config?: SftConfig | null;
  experimental_config?: {
    [field: string]: unknown;
  } | null;
  start_step?: number | null;
  name?: string | null;
  tags?: string[] | null;
  note?: string | null;
  group?: string | null;
};
export type ValidateSftTrainingJobReply = SftCheck;

export type CreatePreferenceTrainingJobInput = {
  model_id: string;
  training_data_url: string;
  validation_data_url?: string | null;
  config?: PreferenceConfig | null;
  start_step?: number | null;
  name?: string | null;
  tags?: string[] | null;
  note?: string | null;
  group?: string | null;
};
export type CreatePreferenceTrainingJobReply = TrainingJob;

export type ValidatePreferenceTrainingJobInput = {
  model_id: string;
  training_data_url: string;
  validation_data_url?: string | null;
  config?: PreferenceConfig | null;
  start_step?: number | null;
  name?: string | null;
  tags?: string[] | null;
  note?: string | null;
  group?: string | null;
};
export type ValidatePreferenceTrainingJobReply = PreferenceCheck;

export type ProbePreferenceTrainingJobInput = {
  model_id: string;
  training_data_url: string;
  start_step?: number | null;
  stream?: boolean | null;
  config?: PreferenceConfig | null;
};
export type ProbePreferenceTrainingJobReply = {
  outcome: "found" | "few_rows" | "slow" | "flat" | "rising";
  learning_rate: number;
  usual_rate: number;
  rises_at: number | null;
  text: string;
  warning: string | null;
  rows: number;
  steps: number;
  start_loss: number | null;
  points: {
    learning_rate: number;
    loss: number;
  }[];
};

export type ProbeSftTrainingJobInput = {
  model_id: string;
  training_data_url: string;
  start_step?: number | null;
  stream?: boolean | null;
  config?: SftConfig | null;
};
export type ProbeSftTrainingJobReply = {
  outcome: "found" | "few_rows" | "slow" | "flat" | "rising";
  learning_rate: number;
  usual_rate: number;
  rises_at: number | null;
  text: string;
  warning: string | null;
  rows: number;
  steps: number;
  start_loss: number | null;
  points: {
    learning_rate: number;
    loss: number;
  }[];
};

export type GetTrainingMetricsInput = {
  training_job_id: string;
  names?: string | null;
  from_step?: number | null;
  to_step?: number | null;
  max_points?: number | null;
  with_times?: boolean | null;
};
export type GetTrainingMetricsReply = {
  steps_per_point: number;
  series: {
    name: string;
    points: MetricPoint[];
    least: MetricAtStep;
    greatest: MetricAtStep;
    recent: MetricAtStep[];
  }[];
  times: {
    step: number;
    seconds: number;
    slowest: number | null;
    quickest: number | null;
  }[];
};

export type ListTrainingEventsInput = {
  training_job_id: string;
  after?: string | null;
  limit?: number | null;
};
export type ListTrainingEventsReply = {
  object: "list";
  data: TrainingEvent[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

export type ListTrajectoriesInput = {
  training_job_id: string;
  from_group?: number | null;
  limit?: number | null;
  bin?: number | null;
};
export type ListTrajectoriesReply = Trajectories;

export type QueryTrainingCurvesInput = {
  project_id: string;
  training_job_ids: string[];
  names: string[];
  max_points?: number | null;
};
export type QueryTrainingCurvesReply = {
  curves: TrainingCurves[];
};

export type StreamTrainingEventsInput = {
  training_job_id: string;
  last_event_id?: string | null;
  tail?: number | null;
};
export type StreamTrainingEventsReply = TrainingEvent;

export type GetTrainingQueueInput = {
  project_id?: string | null;
};
export type GetTrainingQueueReply = {
  running: QueuedJob[];
  waiting: QueuedJob[];
  waiting_count: number;
};

export type ListTrainingGroupsInput = {
  project_id: string;
};
export type ListTrainingGroupsReply = {
  data: JobGroup[];
};

export type QueryTrainingRowsInput = {
  training_job_id: string;
  step?: number | null;
  order?: "loss_desc" | "position" | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryTrainingRowsReply = {
  rows: TrainingRow[];
  total_count: number;
};

export type ScoreTrainingRowInput = {
  training_job_id: string;
  position: number;
};
export type ScoreTrainingRowReply = {
  step: number;
  loss: number | null;
  tokens: ScoredRowToken[];
  token_count: number;
  is_cut: boolean;
};

export type QueryRlWaitsInput = {
  project_id: string;
  queue_id?: string | null;
};
export type QueryRlWaitsReply = {
  waits: RlWait[];
};

export type CancelRlRunInput = {
  run_id: string;
  project_id: string;
  keep?: boolean | null;
};
export type CancelRlRunReply = {
  run: RlRun;
};

export type CreateRlRunInput = {
  project_id: string;
  name?: string | null;
  model_id: string;
  start_step?: number | null;
  dataset_id: string;
  version?: number | null;
  graders: RlRewardPart[];
  config?: RlRunConfig | null;
  guard?: RlGuard | null;
  human?: RlHuman | null;
  budget?: RlBudget | null;
};
export type CreateRlRunReply = {
  run: RlRun;
};

export type GetRlRunInput = {
  run_id: string;
  project_id: string;
};
export type GetRlRunReply = {
  run: RlRun;
  rounds: RlRound[];
  warnings: JobWarning[];
};

export type QueryRlRolloutsInput = {
  run_id: string;
  project_id: string;
  round: number;
  order?: "position" | "best" | "worst" | "longest" | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryRlRolloutsReply = {
  rollouts: RlRollout[];
  total_count: number;
};

export type QueryRlRunsInput = {
  project_id: string;
  model_id?: string | null;
  job_id?: string | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryRlRunsReply = {
  runs: RlRun[];
  total_count: number;
};

export type CreateLoopInput = {
  project_id: string;
  name: string;
  dataset_id: string;
  when: LoopWhen;
  train: LoopTrain;
  measure?: LoopMeasure | null;
  promote?: LoopPromote | null;
  max_jobs?: number | null;
  is_paused?: boolean | null;
};
export type CreateLoopReply = {
  loop: Loop;
};

export type DeleteLoopInput = {
  loop_id: string;
  project_id: string;
};
export type DeleteLoopReply = {
  deleted_count: number;
};

export type GetLoopInput = {
  loop_id: string;
  project_id: string;
};
export type GetLoopReply = {
  loop: Loop;
};

export type QueryLoopsInput = {
  project_id: string;
  limit?: number | null;
  offset?: number | null;
};
export type QueryLoopsReply = {
  loops: Loop[];
  total_count: number;
};

export type RunLoopInput = {
  loop_id: string;
  project_id: string;
};
export type RunLoopReply = {
  run: LoopRun;
};

export type StopLoopsInput = {
  project_id: string;
};
export type StopLoopsReply = {
  paused_count: number;
  stopped_count: number;
};

export type UpdateLoopInput = {
  loop_id: string;
  project_id: string;
  name: string;
  dataset_id: string;
  when: LoopWhen;
  train: LoopTrain;
  measure?: LoopMeasure | null;
  promote?: LoopPromote | null;
  max_jobs?: number | null;
  is_paused?: boolean | null;
};
export type UpdateLoopReply = {
  loop: Loop;
};

export type QueryLoopRunsInput = {
  project_id: string;
  loop_id?: string | null;
  limit?: number | null;
  offset?: number | null;
};
export type QueryLoopRunsReply = {
  runs: LoopRun[];
  total_count: number;
};

export type StopLoopRunInput = {
  run_id: string;
  project_id: string;
};
export type StopLoopRunReply = {
  run: LoopRun;
};

export type CreateChatCompletionInput = ChatCompletionRequest;
export type CreateChatCompletionReply = ChatCompletionResponse;

export type CheckUpstreamInput = {
  upstream_id?: string | null;
  base_url: string;
  api_key?: string | null;
  allow_private?: boolean | null;
};
export type CheckUpstreamReply = {
  problem: "address" | "dns" | "refused" | "time_out" | "tls" | "unreachable" | "broken" | "status" | "answer" | null;
  text: string;
  models: string[];
  duration_ms: number;
};

export type CreateUpstreamInput = {
  name: string;
  base_url: string;
  api_key?: string | null;
  models?: string[] | null;
  allow_private?: boolean | null;
};
export type CreateUpstreamReply = Upstream;

export type DeleteUpstreamInput = {
  upstream_id: string;
};
export type DeleteUpstreamReply = Record<string, never>;

export type ListUpstreamsInput = {
  after?: string | null;
  limit?: number | null;
};
export type ListUpstreamsReply = {
  object: "list";
  data: Upstream[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

export type UpdateUpstreamInput = {
  upstream_id: string;
  name: string;
  base_url: string;
  api_key?: string | null;
  models?: string[] | null;
  allow_private?: boolean | null;
};
export type UpdateUpstreamReply = Upstream;

export type ListProjectsInput = Record<string, never>;
export type ListProjectsReply = {
  projects: Project[];
};

export type GetProjectStorageInput = {
  entity: string;
  project: string;
  by?: "day" | "week" | null;
};
export type GetProjectStorageReply = {
  calls: {
    count: number;
    bytes: number;
  };
  is_call_count_complete: boolean;
  threads: number;
  feedback: number;
  datasets: number;
  dataset_versions: number;
  dataset_rows: number;
  files: {
    count: number;
    bytes: number;
  };
  content_files: {
    count: number;
    bytes: number;
  };
  checkpoints: {
    count: number;
    bytes: number;
  };
  job_data_bytes: number;
  growth: {
    start: string;
    calls: number;
    bytes: number;
  }[];
  months: {
    month: string;
    calls: number;
    bytes: number;
  }[];
};

export type GetRetentionInput = {
  entity: string;
  project: string;
};
export type GetRetentionReply = {
  retention: {
    unit: "days" | "calls";
    amount: number;
    set_by: string;
    set_at: string;
    is_dropping: boolean;
    dropped: number;
    kept: number;
    last_ended_at: string | null;
    last_dropped: number;
    last_kept: number;
  } | null;
};

export type PreviewRetentionInput = {
  entity: string;
  project: string;
  unit: "days" | "calls";
  amount: number;
};
export type PreviewRetentionReply = {
  until: string | null;
  older: number;
  dropped: number;
  kept: number;
  is_complete: boolean;
};

export type RemoveRetentionInput = {
  entity: string;
  project: string;
};
export type RemoveRetentionReply = {
  retention: {
    unit: "days" | "calls";
    amount: number;
    set_by: string;
    set_at: string;
    is_dropping: boolean;
    dropped: number;
    kept: number;
    last_ended_at: string | null;
    last_dropped: number;
    last_kept: number;
  } | null;
};

export type SetRetentionInput = {
  entity: string;
  project: string;
  unit: "days" | "calls";
  amount: number;
};
export type SetRetentionReply = {
  retention: {
    unit: "days" | "calls";
    amount: number;
    set_by: string;
    set_at: string;
    is_dropping: boolean;
    dropped: number;
    kept: number;
    last_ended_at: string | null;
    last_dropped: number;
    last_kept: number;
  };
};

export type FindPlacesInput = {
  entity: string;
  project: string;
  text?: string | null;
};
export type FindPlacesReply = {
  places: Place[];
};

export type FollowProjectInput = {
  entity: string;
  project: string;
  last_event_id?: string | null;
};
export type FollowProjectReply = ProjectChange;

export type AcceptInvitationInput = {
  token: string;
  name?: string | null;
  password?: string | null;
};
export type AcceptInvitationReply = {
  email: string;
  project_id: string;
  role: Role;
};

export type ReadInvitationInput = {
  token: string;
};
export type ReadInvitationReply = {
  email: string;
  project_id: string;
  role: Role;
  invited_by: string;
  expires_at: string;
  has_account: boolean;
  is_disabled: boolean;
  reset_by: string[];
};

export type GetMeInput = Record<string, never>;
export type GetMeReply = Me;

export type ReadPasswordResetInput = {
  token: string;
};
export type ReadPasswordResetReply = {
  email: string;
  expires_at: string;
};

export type ResetPasswordInput = {
  token: string;
  password: string;
};
export type ResetPasswordReply = {
  email: string;
};

export type CheckHealthInput = Record<string, never>;
export type CheckHealthReply = {
  status: "ok";
};

export type CheckSystemInput = Record<string, never>;
export type CheckSystemReply = {
  success: boolean;
  api: boolean;
  database: boolean;
  migrations: boolean;
  worker: boolean;
  trainer: boolean;
  sampler: boolean;
  disk: boolean;
  cpu_queue: QueueCheck;
  gpu_queue: QueueCheck;
  details?: SystemDetails | null;
};

export type GetOpenApiInput = Record<string, never>;
export type GetOpenApiReply = {
  [field: string]: unknown;
};

export type GetServerInfoInput = Record<string, never>;
export type GetServerInfoReply = {
  min_required_weave_python_version: string;
  trace_server_version: string;
};

export type GetVersionInput = Record<string, never>;
export type GetVersionReply = string;

export type QueryGraphInput = {
  query: string;
  variables?: {
    [field: string]: unknown;
  } | null;
};
export type QueryGraphReply = {
  data: unknown;
  errors?: {
    message: string;
  }[] | null;
};

