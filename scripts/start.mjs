// Starts the whole product: installs missing packages, builds web app and console, and starts the server. Run: npm
// start
import { build } from './build.mjs'
import { ensureInstalled } from './set-up.mjs'

const PARENT_POLL_MS = 500

await ensureInstalled()
await build('h5')
await build('console')

// npm runs this through a shell that ends on SIGTERM without passing it on. The end of the shell counts as the signal.
const shell = process.ppid
if (process.env.npm_lifecycle_event !== undefined) {
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_POLL_MS)
  timer.unref()
}

// The server runs in this process. So signals reach it once, and its exit code is that of this script.
const { register } = await import('tsx/esm/api')
register()
await import('../server/src/main.ts')
