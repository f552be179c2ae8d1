/** The rows that a job is measured by, as its row names them. */
export type JobValidation = {
  /** Below the data folder. */
  readonly source: string;
  /** Of the file or the version of a dataset; null for rows of the request. */
  readonly name: string | null;
  readonly rows: number;
};
