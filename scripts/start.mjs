// The whole product with one command: installs what is missing, builds web app and console, starts the server. Run: npm start
import { build } from './build.mjs'
import { ensureInstalled } from './set-up.mjs'

const PARENT_POLL_MS = 500

await ensureInstalled()
await build('h5')
await build('console')

// npm runs us through a shell, which dies of a SIGTERM without passing it on: the end of the shell stands for the signal.
const shell = process.ppid
if (process.env.npm_lifecycle_event !== undefined) {
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_POLL_MS)
  timer.unref()
}

// The server runs in this very process: signals reach it once, and its exit code is ours.
const { register } = await import('tsx/esm/api')
register()
await import('../server/src/main.ts')
