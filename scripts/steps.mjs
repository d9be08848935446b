import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs steps one after another and stops at the first that fails, naming it.
 *
 * @param {{ name: string, program: string, args: string[], cwd?: string, env?: Record<string, string> }[]} steps
 */
export async function runSteps(steps) {
  for (const { name, program, args, cwd = root, env } of steps) {
    const begun = Date.now()
    console.log(`── ${name}`)
    const code = await run(program, args, { cwd, env: { ...process.env, ...env } })
    const seconds = Math.round((Date.now() - begun) / 1000)
    if (code !== 0) {
      console.error(`── ${name}: failed after ${seconds} s (exit code ${code})`)
      process.exit(code)
    }
    console.log(`── ${name}: ok, ${seconds} s`)
  }
}

/** A program of node_modules, run with this very node. */
export function tool(name, path, args, options = {}) {
  return { name, program: process.execPath, args: [`${root}node_modules/${path}`, ...args], ...options }
}
