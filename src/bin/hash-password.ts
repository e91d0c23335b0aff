import { text } from 'node:stream/consumers'
import { hashPassword, passwordProblem } from '#config/admin-password.ts'
import { readOptions } from './read-options.ts'

readOptions(
  {
    name: 'npm run hash-password',
    does: 'Reads the admin password from its input, and prints the hash for ADMIN_PASSWORD_HASH.',
  },
  {},
)

if (process.stdin.isTTY)
  console.error('Type the admin password, then Enter and Ctrl-D. It is shown as you type.')
const password = (await text(process.stdin)).replace(/\r?\n$/, '')
if (password === '') {
  console.error('No password was given.')
  process.exit(1)
}
const problem = passwordProblem(password)
if (problem !== null) {
  console.error(`The password ${problem}.`)
  process.exit(1)
}
console.log(await hashPassword(password))
