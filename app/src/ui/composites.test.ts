import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import postcss, { type AtRule } from 'postcss'
import { compile, Logger } from 'sass'
import { describe, expect, test } from 'vitest'
import phoneStyles from '../../config/phone-styles'

const largeType = createRequire(import.meta.url)('../../config/large-type.js')

const SRC = join(import.meta.dirname, '..')

/** What a function answers, kept for the next who asks the same. */
function remembered<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const answers = new Map<string, Answer>()
  return (path) => {
    const answer = answers.get(path) ?? ask(path)
    answers.set(path, answer)
    return answer
  }
}

const cssOf = remembered((path) => postcss.parse(compile(path, { logger: Logger.silent }).css))

/** The properties that each class of a sheet sets, without those of its children and states. */
const classesOf = remembered((path) => {
  const classes = new Map<string, Set<string>>()
  cssOf(path).walkRules((rule) => {
    for (const selector of rule.selectors) {
      const name = /\.([\w-]+)$/.exec(selector)?.[1]
      if (name === undefined) continue
      const properties = classes.get(name) ?? new Set()
      classes.set(name, properties)
      rule.walkDecls(({ prop }) => void properties.add(prop))
    }
  })
  return classes
})

const composites = classesOf(join(SRC, 'ui/composites.scss'))

/** Each class expression with its file, its plain names and its names of a module. */
const elements = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .flatMap((path) => {
    const text = readFileSync(join(SRC, path), 'utf8')
    return [...text.matchAll(/className="[^"]*"|className=\{[^{}]*\}|classNames\([^;{}]*?\)(?=[}\n])/g)].map(
      ([whole]) => {
        const expression = whole.replace(/(===|!==|\?\?) '[^']*'/g, '')
        const plain = [...expression.matchAll(/["']([^"']*)["']/g)].flatMap(([, names = '']) => names.split(' '))
        return { path, text, plain: plain.filter((name) => /^[a-z]/.test(name)), expression }
      },
    )
  })

/** Whether one property also sets the other: margin and margin-top, font and line-height. */
function overlaps(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length)
  if (short === 'flex') return /^flex(-grow|-shrink|-basis)?$/.test(long)
  if (short === 'font' && long === 'line-height') return true
  if (short === 'gap' && long.endsWith('-gap')) return true
  return long === short || long.startsWith(`${short}-`)
}

test('every plain class of a view is a composite, and every composite is used', () => {
  const used = new Set(elements.flatMap(({ plain }) => plain))
  expect([...used].filter((name) => !composites.has(name))).toEqual([])
  expect([...composites.keys()].filter((name) => !used.has(name))).toEqual([])
})

test('no other class of an element sets what its composites set', () => {
  const composed = elements.filter(({ plain }) => plain.length > 0)
  const clashes = composed.flatMap(({ path, text, plain, expression }) => {
    const classes = [...expression.matchAll(/\b(\w+)\.(\w+)/g)].map(([, sheet = '', name = '']) => {
      const file = new RegExp(`import ${sheet} from '(.+\\.module\\.scss)'`).exec(text)?.[1]
      return { name, sets: file && classesOf(join(SRC, dirname(path), file)).get(name) }
    })
    const all = [...classes, ...plain.map((name) => ({ name, sets: composites.get(name) }))]
    return all.flatMap(({ name, sets }, at) =>
      all.slice(at + 1).flatMap((other) => {
        if (!plain.includes(name) && !plain.includes(other.name)) return []
        const isClash = [...(sets || [])].some((one) => [...(other.sets || [])].some((two) => overlaps(one, two)))
        return isClash ? [`${path}: ${name} and ${other.name}`] : []
      }),
    )
  })
  expect(clashes).toEqual([])
})

describe('in the mini-program', () => {
  test('old phones keep a gap that the minifier moved apart from its box', () => {
    const css = '.row-8,.row-12{display:flex}.row-8{gap:8px}.row-12{gap:12px}'
    const assets = { 'app.wxss': { source: () => css, size: () => css.length } }
    phoneStyles({ modifyBuildAssets: (change: (built: object) => void) => change({ assets }) } as never)
    const margins = '.row-8>:not(:first-child){margin-left:8px}.row-12>:not(:first-child){margin-left:12px}'
    expect(assets['app.wxss'].source()).toContain(margins)
  })

  test('a class that changes a gap or wraps has its box, so that old phones get the margins', () => {
    const alone = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.module.scss'))
      .flatMap((path) => {
        const declared = new Map<string, Set<string>>()
        cssOf(join(SRC, path)).walkRules(({ selectors, nodes, parent }) => {
          if (parent?.type === 'atrule' && /hover|1024px/.test((parent as AtRule).params)) return
          for (const selector of selectors) {
            const name = selector.replace(/.* /, '')
            const properties = declared.get(name) ?? new Set()
            declared.set(name, properties)
            for (const node of nodes) if (node.type === 'decl') properties.add(node.prop)
          }
        })
        const isAlone = (set: Set<string>) => !set.has('display') && [...set].some((one) => /gap$|^flex-wrap/.test(one))
        return [...declared].filter(([, set]) => isAlone(set)).map(([name]) => `${path}: ${name}`)
      })
    expect(alone).toEqual([])
  })

  test.each([
    ['composites.scss', '.short-lines .a { color: red }'],
    ['page.module.scss', ':global(.short-lines) .a { color: red }'],
  ])('the class of short lines reaches the phone from %s', (from, rule) => {
    const css = '@media (max-width: 21em) { .a { color: red } }'
    expect(
      postcss([largeType({ platform: 'weapp' })])
        .process(css, { from })
        .css.trim(),
    ).toBe(rule)
  })
})
