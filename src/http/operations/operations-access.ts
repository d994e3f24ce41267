/** What the routes of the operations page may do. */
import type {
  BudgetGauges,
  DrillSessions,
  OperationHistory,
  QuarantineAnswer,
  QuarantineList,
  QuarantineView,
  StorageOverview,
} from '#/contract/operations.ts';
import type { Kept } from '#/match/rows.ts';

export interface OperationsAccess {
  history(hours: number): Promise<OperationHistory>;
  budgets(): Promise<BudgetGauges>;
  storage(): Promise<StorageOverview>;
  drills(): Promise<DrillSessions>;
  quarantine(query: { readonly source: string | null; readonly limit: number }): Promise<QuarantineList>;
  /** Undefined: there is no such thing in quarantine. */
  view(kept: Kept, id: string): Promise<QuarantineView | undefined>;
  /** Undefined: there is no such thing in quarantine. `refused`: it cannot be done, and why. */
  revalidate(kept: Kept, id: string): Promise<QuarantineAnswer | { readonly refused: string } | undefined>;
  refetch(kept: Kept, id: string): Promise<QuarantineAnswer | { readonly refused: string } | undefined>;
}
