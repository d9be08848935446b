// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const LOGS = join(root, '.cache', 'logs')
const HEARTBEAT_MS = 60_000
const LOG_LINES_SHOWN = 60
/** Tests wait for their database and their browser. So one step more than there are cores keeps them busy. */
const CORES = Math.max(2, availableParallelism()) + 1

/** Where Linux keeps files in memory, and how many bytes must be free there. */
const MEMORY = { directory: '/dev/shm', leastFree: 4_000_000_000 }
// Tests copy databases by the hundred: on a disk one takes ten times as long.
if (process.env.TMPDIR === undefined && freeIn(MEMORY.directory) >= MEMORY.leastFree)
  process.env.TMPDIR = MEMORY.directory

/** @param {string} directory */
function freeIn(directory) {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * A program to run. `cores` is how many it keeps busy, 1 unless it says otherwise; `after` names the steps that must have
 * passed before; `report` is where its tests write their results as JSON, for `readReports`.
 *
 * @typedef {{ name: string, program: string, args: string[], env?: Record<string, string>, cores?: number, after?: string[], report?: string }} Step
 */

/** @typedef {Step & { code: number, seconds: number, log: string }} Result of a step that ran */

/**
 * Runs the steps, as many at once as `CORES` allows, the first of the list first. A step that fails stops only those that
 * come after it. Output goes to .cache/logs; of a step that failed its end is shown.
 *
 * @param {Step[]} steps
 * @returns {Promise<Result[]>} those that ran, in the order of the list
 */
export async function runSteps(steps) {
  mkdirSync(LOGS, { recursive: true })
  const begun = Date.now()
  const results = new Map()
  const running = new Map()
  /** @param {Step} step */
  const coresOf = ({ cores = 1 }) => Math.min(cores, CORES)
  /** @param {Step} step */
  const isReady = ({ after = [] }) => after.every((name) => results.get(name)?.code === 0)
  const heartbeat = setInterval(() => {
    const each = [...running].map(([name, { since }]) => `${name} ${secondsSince(since)} s`)
    console.log(`   ${secondsSince(begun)} s: ${each.join(', ')}`)
  }, HEARTBEAT_MS)

  const start = (step) => {
    const since = Date.now()
    console.log(`── ${step.name}`)
    const ended = runStep(step).then(({ code, log }) => {
      const seconds = secondsSince(since)
      running.delete(step.name)
      results.set(step.name, { ...step, code, seconds, log })
      if (code === 0) console.log(`── ${step.name}: ok, ${seconds} s`)
      else console.error(`${endOf(log)}\n── ${step.name}: failed after ${seconds} s (exit code ${code})`)
    })
    running.set(step.name, { since, ended, cores: coresOf(step) })
  }

  const waiting = [...steps]
  for (;;) {
    const busy = [...running.values()].reduce((sum, { cores }) => sum + cores, 0)
    const next = waiting.findIndex((step) => isReady(step) && busy + coresOf(step) <= CORES)
    if (next >= 0) start(...waiting.splice(next, 1))
    else if (running.size > 0) await Promise.race([...running.values()].map(({ ended }) => ended))
    else break
  }
  clearInterval(heartbeat)
  for (const { name } of waiting) console.error(`── ${name}: not run, since what it needs failed`)
  return steps.flatMap(({ name }) => results.get(name) ?? [])
}

async function runStep({ name, program, args, env }) {
  let log = ''
  const onOutput = (text) => {
    log += text
  }
  const code = await run(program, args, { cwd: root, env: { ...process.env, ...env }, onOutput })
  writeFileSync(join(LOGS, `${name.replaceAll(/\W+/g, '-')}.log`), log)
  return { code, log }
}

function endOf(log) {
  return log.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n')
}

function secondsSince(instant) {
  return Math.round((Date.now() - instant) / 1000)
}

/** A program of node_modules, run with this very node. */
export function tool(name, path, args, options = {}) {
  return { name, program: process.execPath, args: [`${root}node_modules/${path}`, ...args], ...options }
}

/** A script of this folder, run with this very node. */
export function script(name, path, args, options = {}) {
  return { name, program: process.execPath, args: [`${root}scripts/${path}`, ...args], ...options }
}
