/**
 * Loaded into a server before it starts: each SIGUSR2 shifts its wall clock by the next of CLOCK_SHIFTS_MS.
 */
const shiftsMs = (process.env.CLOCK_SHIFTS_MS ?? '').split(' ').map(Number)
const trueNow = Date.now.bind(Date)
let shiftMs = 0

Date.now = () => trueNow() + shiftMs
process.on('SIGUSR2', () => {
  shiftMs = shiftsMs.shift() ?? shiftMs
})
