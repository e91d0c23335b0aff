import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { send } from '#web/lib/api-client.ts'
import { Button, Card, Notice } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { showFailure } from './failures.ts'
import { SecretField } from './fields.tsx'
import { hasSessionEnded, setToken } from './session.ts'

/** Shown whenever this browser holds no token. */
export function LoginPage() {
  const [password, setPassword] = useState('')
  const queryClient = useQueryClient()
  const login = useMutation({
    mutationFn: () => send(endpoints.admin.login, { body: { password } }),
    onSuccess: ({ token }) => {
      queryClient.clear()
      setToken(token)
      showToast({ tone: 'done', title: 'Login Successful', description: 'Welcome to the admin panel.' })
    },
    onError: (error) => showFailure('Login Failed', error, 'Invalid admin password'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password.trim() !== '') login.mutate()
    else {
      showToast({
        tone: 'error',
        title: 'Password Required',
        description: 'Please enter the admin password.',
      })
    }
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-96 flex-col justify-center px-4 py-8">
      <Card>
        <form onSubmit={submit} className="space-y-6">
          <div>
            <h1 className="text-22 font-semibold">Admin Login</h1>
            <p className="text-muted">Sign in to manage claims and payouts.</p>
          </div>
          {hasSessionEnded() && (
            <Notice tone="warn">Your session has ended. Sign in to go on where you were.</Notice>
          )}
          <SecretField
            label="Password"
            kind="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
          <Button
            type="submit"
            variant="primary"
            className="w-full"
            busy={login.isPending}
            busyText="Signing In..."
          >
            Sign In
          </Button>
        </form>
      </Card>
      <p className="py-6 text-center text-13 text-muted">Ferry</p>
    </main>
  )
}
