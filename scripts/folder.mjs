// JavaScript, because scripts that run before packages are installed import it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = 'dist/paidang'

/** What the running product reads, besides its packages. */
const PARTS = [
  'LICENSE',
  'app/dist/h5',
  'console/dist',
  'console/public/favicon.svg',
  'deploy',
  'docs/configuration.md',
  'docs/deploy.md',
  'docs/external-database.md',
  'docs/watching.md',
  'server/demo-pictures',
  'server/dist/program',
  'server/fonts',
  'server/migrations',
  'server/permission-matrix.tsv',
  'server/requests.tsv',
  'server/src/http/reference-page.js',
]
/** The commands of the folder: each is a program of the server. */
const COMMANDS = ['create-operator', 'check-invariants', 'backup', 'restore', 'doctor', 'move-files']
/** What the compiled server holds itself, or what only compilers read. */
const LEFT_OUT = /[\\/]node_modules[\\/](@paidang|@types|drizzle-orm|typebox|prom-client)([\\/]|$)/

/** Makes the folder that runs with Node.js alone: what was built, and the packages that the server needs. */
export function makeFolder() {
  const folder = join(root, FOLDER)
  const draft = `${folder}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  for (const part of PARTS) cpSync(join(root, part), join(draft, part), { recursive: true })
  for (const path of packagesOfServer()) {
    const own = (source) => source === path || basename(source) !== 'node_modules'
    cpSync(path, join(draft, relative(root, path)), { recursive: true, filter: own, verbatimSymlinks: true })
  }
  const { name, version, license, type, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const programs = ['start', ...COMMANDS].map((command) => [
    command,
    `node server/dist/program/${command === 'start' ? 'main' : command}.mjs`,
  ])
  const description = { name, version, private: true, license, type, engines, scripts: Object.fromEntries(programs) }
  writeFileSync(join(draft, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  console.log(`可运行的目录：${FOLDER}`)
}

/** The directories of the packages that the server needs at run time, as npm has installed them here. */
function packagesOfServer() {
  const args = ['ls', '--workspace', 'server', '--omit=dev', '--all', '--parseable']
  const { stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const packages = stdout.split('\n').filter((path) => /[\\/]node_modules[\\/]/.test(path) && !LEFT_OUT.test(path))
  // npm also ends with an error for what is superfluous. Without the framework nothing was listed.
  return packages.some((path) => basename(path) === 'fastify') ? packages : fail(`无法列出服务端的依赖：${stderr}`)
}
