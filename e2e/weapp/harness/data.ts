/** The data of a page or a component. It is immutable: unchanged parts keep their identity. */
export type Data = { readonly [key: string]: unknown }

const STEP = /\[(\d+)\]|([^.[\]]+)/g

/**
 * The data with new values at WeChat's paths, as in `root.cn.[0].cn.[1].v` or `i.cn[0]`. Everything outside the paths
 * keeps its identity, so that a template can detect changes.
 */
export function withValues(data: Data, values: Data): Data {
  let next: unknown = data
  for (const [path, value] of Object.entries(values)) next = put(next, stepsOf(path), value)
  return next as Data
}

/** The size of a setData call over WeChat's bridge, in bytes of UTF-8. */
export function bytesOf(values: Data): number {
  return Buffer.byteLength(JSON.stringify(values))
}

/** The paths whose value cannot be transferred: WeChat accepts neither undefined nor functions. */
export function pathsLost(values: Data): string[] {
  return Object.keys(values).filter((path) => values[path] === undefined || typeof values[path] === 'function')
}

type Step = string | number

function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  for (const [, index, name] of path.matchAll(STEP)) steps.push(index === undefined ? String(name) : Number(index))
  return steps
}

function put(at: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value
  const child = (at as Record<Step, unknown> | undefined)?.[step]
  // WeChat creates a list for a number in the path, and an object for a name.
  if (typeof step === 'number') {
    const list = Array.isArray(at) ? [...at] : []
    list[step] = put(child, rest, value)
    return list
  }
  const object = typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {}
  return { ...object, [step]: put(child, rest, value) }
}
