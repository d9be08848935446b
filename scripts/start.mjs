// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Starts the whole product: installs missing packages, builds web app and console, and starts the server. Run: npm
// start
import { build } from './build.mjs'
import { followShell } from './child.mjs'
import { ensureInstalled } from './set-up.mjs'

await ensureInstalled()
await build('h5')
await build('console')

followShell()

// The server runs in this process. So signals reach it once, and its exit code is that of this script.
const { register } = await import('tsx/esm/api')
register()
await import('../server/src/main.ts')
