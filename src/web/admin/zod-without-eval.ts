import { config } from 'zod'

// Compiled schemas need eval, which the content security policy forbids. Must come before any schema is made.
config({ jitless: true })
