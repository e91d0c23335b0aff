/** The restart barrier of a process before which nothing was signed. The wait for earlier transactions is tested by itself. */
export const PAST_BARRIER = {
  isPast: true,
  isRenewed: false,
  left: async () => null,
  newestSlot: 0,
  renew: () => {},
}
