import type { ReconcileResponse } from '#api-schema/bulk-sender.ts'

/** Updates a reconciliation after one of its transactions was acknowledged with a note. */
export function withNote(result: ReconcileResponse, signature: string, note: string): ReconcileResponse {
  const noted = (movements: ReconcileResponse['inflows']) =>
    movements.map((movement) => (movement.signature === signature ? { ...movement, note } : movement))
  const otherOutflows = noted(result.otherOutflows)
  return {
    ...result,
    agrees: result.differences.length === 0 && otherOutflows.every((outflow) => outflow.note !== null),
    otherOutflows,
    inflows: noted(result.inflows),
  }
}
