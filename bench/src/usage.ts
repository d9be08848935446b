import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process has used. Undefined where the system does not report them under /proc. */
export type Usage = number | undefined

/** The unit of CPU time under /proc on every Linux that Node runs on. */
const MS_PER_TICK = 10

/** Milliseconds of CPU that a process has used since its start. */
export function cpuMsOf(pid: number): Usage {
  const fields = statOf(pid)
  return fields && (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

/** The same for a process, its living children, and its ended children that it has waited for. */
export function familyCpuMsOf(pid: number): Usage {
  const own = statOf(pid)
  if (!own) return undefined
  let ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(own[index]), 0)
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (fields && Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * MS_PER_TICK
}

/** Resident memory of a process in MB (10^6 bytes). */
export function residentMbOf(pid: number): Usage {
  const text = readIfThere(`/proc/${pid}/status`)
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(text ?? '')?.[1]
  return kib === undefined ? undefined : (Number(kib) * 1024) / 1e6
}

/** The fields of /proc/<pid>/stat after the name. The name may contain blanks. */
function statOf(pid: number): string[] | undefined {
  const text = readIfThere(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** A process may end between listing and reading. Other systems have no /proc. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
