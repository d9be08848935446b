// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
const PARENT_POLL_MS = 500

/**
 * Runs a program to its end. A signal to this process stops the program too. Then this process ends with the exit code
 * that shells use for the signal.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { onOutput?: (text: string) => void }} options with onOutput it
 * receives the output, else the output goes to this process's own
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export async function run(program, args, { onOutput, ...options } = {}) {
  const child = spawn(program, args, { ...options, stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    if (onOutput) stream?.on('data', onOutput)
  }
  let stoppedBy
  const handlers = /** @type {NodeJS.Signals[]} */ (Object.keys(SIGNALS)).map((signal) => {
    const handler = () => {
      stoppedBy = signal
      child.kill(signal)
    }
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
  for (const remove of handlers) remove()
  if (stoppedBy) process.exit(128 + SIGNALS[stoppedBy])
  return code
}

/**
 * Counts the end of npm's shell as SIGTERM to this process. npm runs a script through a shell, which ends on that signal
 * without passing it on.
 */
export function followShell() {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_POLL_MS)
  timer.unref()
}

/**
 * Prints a failure that the reader can fix, and ends the process with code 1.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Whether this module was started directly, not imported. */
export function isMain(url) {
  return process.argv[1] !== undefined && url === pathToFileURL(realpathSync(process.argv[1])).href
}
