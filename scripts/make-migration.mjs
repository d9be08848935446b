// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Writes the next numbered migration from the tables of server/src/tables: npm run migration -- --name what-changes.
// drizzle-kit expects drizzle-orm next to itself, but npm installs it in server/. It is linked during the run.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const link = join(root, 'node_modules', 'drizzle-orm')
const isLinked = !existsSync(link)
if (isLinked) symlinkSync(join(root, 'server', 'node_modules', 'drizzle-orm'), link, 'dir')
try {
  const { status } = spawnSync('npx', ['drizzle-kit', 'generate', ...process.argv.slice(2)], {
    cwd: join(root, 'server'),
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
  // The next migration is compared with the last snapshot alone.
  const meta = join(root, 'server', 'migrations', 'meta')
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
} finally {
  if (isLinked) unlinkSync(link)
}
