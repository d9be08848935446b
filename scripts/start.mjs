// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Starts the whole product: installs missing packages, builds what has changed, and starts the server. Run: npm start
import { build } from './build.mjs'
import { followShell } from './child.mjs'
import { ensureInstalled } from './set-up.mjs'

await ensureInstalled()
await build('h5')
await build('console')
await build('server')

followShell()

// The server runs in this process. So signals reach it once, and its exit code is that of this script.
await import(new URL('../server/dist/program/main.mjs', import.meta.url).href)
