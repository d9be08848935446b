import { readFileSync } from 'node:fs'
import { codeOf } from '../../process/error-parts.ts'

/** Whether a process with that number exists. A process of another account counts, and so does a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * The state of a process number:
 * - `postgres`: it runs, or this system does not tell.
 * - `zombie`: it is dead, and its parent has not collected it.
 * - `other`: the number belongs to another program now.
 * - `gone`: no process has the number.
 */
export function stateOf(pid: number): 'postgres' | 'zombie' | 'other' | 'gone' {
  // 0 would mean our own process group.
  if (pid <= 0 || !isAlive(pid)) return 'gone'
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // This system has no /proc, or the process just ended. The caller will ask again.
    return isAlive(pid) ? 'postgres' : 'gone'
  }
  // "<pid> (<command>) <state> …"; the command may contain spaces and brackets.
  const [, command = '', state = ''] = /^\d+ \((.*)\) (.)/s.exec(stat) ?? []
  if (state === 'Z' || state === 'X') return 'zombie'
  return command.startsWith('postgres') ? 'postgres' : 'other'
}
