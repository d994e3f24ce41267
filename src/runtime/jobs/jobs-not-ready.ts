/** Work was asked for before PostgreSQL could be reached for the first time: worth another try in a moment. */
export class JobsNotReady extends Error {
  override readonly name = 'JobsNotReady';
}
