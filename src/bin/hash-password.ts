import { text } from 'node:stream/consumers'
import { hashPassword } from '#config/admin-password.ts'

if (process.stdin.isTTY)
  console.error('Type the admin password, then Enter and Ctrl-D. It is shown as you type.')
const password = (await text(process.stdin)).replace(/\r?\n$/, '')
if (password === '') {
  console.error('No password was given.')
  process.exit(1)
}
console.log(await hashPassword(password))
