/** Waits for what answers nothing but that it is done. */
export async function ok(work: Promise<unknown>): Promise<{ ok: true }> {
  await work
  return { ok: true }
}
