import { readFileSync } from 'node:fs'
import type { World } from './given-world.ts'

/** The cells of each row of a table beside this file, without its comments and its header. An absent cell is `-`. */
export function readTable(name: string, columns: number): string[][] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  const [, ...rows] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return rows.map((row) => {
    const cells = row.split('\t')
    if (cells.length > columns) throw new Error(`${name} has a row of ${cells.length} columns: ${row}`)
    return Array.from({ length: columns }, (_, index) => cells[index] ?? '-')
  })
}

/** Puts values of the fixture world in the place of their `{names}`. @throws Error for a name that is none */
export function inWorld(world: World, text: string): string {
  return text.replace(/\{([a-z][\w.]*)\}/gi, (_, name: string) => {
    const value = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], world)
    if (typeof value !== 'string') throw new Error(`The fixture world has no ${name}`)
    return value
  })
}
