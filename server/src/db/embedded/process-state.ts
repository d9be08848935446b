import { readFileSync } from 'node:fs'
import { codeOf } from '../../process/error-parts.ts'

/** Is a process of that number there? One of another account counts, and so does a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * What a process number stands for: `postgres` when it runs (or when this system does not tell), `zombie` when it is
 * dead and nobody has taken note, `other` when the number went to another program, `gone`.
 */
export function stateOf(pid: number): 'postgres' | 'zombie' | 'other' | 'gone' {
  // 0 would stand for our own process group.
  if (pid <= 0 || !isAlive(pid)) return 'gone'
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // No /proc on this system, or the process ended just now: whoever asks will ask again.
    return isAlive(pid) ? 'postgres' : 'gone'
  }
  // "<pid> (<command>) <state> …"; the command may hold spaces and brackets.
  const [, command = '', state = ''] = /^\d+ \((.*)\) (.)/s.exec(stat) ?? []
  if (state === 'Z' || state === 'X') return 'zombie'
  return command.startsWith('postgres') ? 'postgres' : 'other'
}
