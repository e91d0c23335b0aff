import { text } from 'node:stream/consumers'
import { hashPassword } from '#config/admin-password.ts'
import { isLongEnough, TOO_SHORT } from '#config/password-length.ts'

if (process.stdin.isTTY)
  console.error('Type the admin password, then Enter and Ctrl-D. It is shown as you type.')
const password = (await text(process.stdin)).replace(/\r?\n$/, '')
if (password === '') {
  console.error('No password was given.')
  process.exit(1)
}
if (!isLongEnough(password)) {
  console.error(`The password ${TOO_SHORT}.`)
  process.exit(1)
}
console.log(await hashPassword(password))
