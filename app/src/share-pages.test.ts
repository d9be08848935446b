import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// WeChat calls the sharing hooks of a page only if the page's configuration enables them. Otherwise it also hides the
// menu entry.

const SRC = import.meta.dirname
const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const sources: Record<string, string> = Object.fromEntries(
  paths.map((path) => [`./${path}`, readFileSync(join(SRC, path), 'utf8')]),
)
const HOOKS = { useShareAppMessage: 'enableShareAppMessage', useShareTimeline: 'enableShareTimeline' } as const

const pages = Object.keys(sources).flatMap(
  (path) => /^\.\/(.*\/pages\/\w+|pages\/\w+)\/index\.tsx$/.exec(path)?.[1] ?? [],
)

/** The file of an import, as the build for WeChat resolves it. */
function resolve(from: string, name: string): string | undefined {
  const { pathname } = new URL(name, `file:///${from.slice(2)}`)
  return ['.weapp.tsx', '.weapp.ts', '.tsx', '.ts'].map((end) => `.${pathname}${end}`).find((path) => path in sources)
}

/** The whole source of a page: its own file, and everything it imports or fetches later. */
function sourceOf(path: string, seen = new Set<string>()): string {
  if (seen.has(path)) return ''
  seen.add(path)
  const text = sources[path] ?? ''
  const imported = [...text.matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g)].flatMap(
    ([, name = '']) => resolve(path, name) ?? [],
  )
  return [text, ...imported.map((each) => sourceOf(each, seen))].join('\n')
}

test('all pages are checked', () => {
  expect(pages.length).toBeGreaterThan(60)
})

test.each(pages)('%s shares where its configuration enables it, and nowhere else', (page) => {
  const source = sourceOf(`./${page}/index.tsx`)
  const config = /definePageConfig\(\{[\s\S]+?\n\}\)/.exec(sources[`./${page}/index.tsx`] ?? '')?.[0] ?? ''
  for (const [hook, setting] of Object.entries(HOOKS)) {
    expect(config.includes(`${setting}: true`), setting).toBe(source.includes(`${hook}(`))
  }
})
