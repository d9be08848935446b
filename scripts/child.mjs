import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * Runs a program to its end. A signal that stops us stops it too, and then ends this process the way shells report it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { onOutput?: (text: string) => void }} options
 *   with onOutput its output comes there, else it goes straight to ours
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export async function run(program, args, { onOutput, ...options } = {}) {
  const child = spawn(program, args, { ...options, stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', onOutput)
  }
  let stoppedBy
  const handlers = Object.keys(SIGNALS).map((signal) => {
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

/** Prints a failure that the reader can mend, and ends the process with code 1. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Was this module started by itself, not imported? */
export function isMain(url) {
  return process.argv[1] !== undefined && url === pathToFileURL(realpathSync(process.argv[1])).href
}
