import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isAtLeast, sinceByCall } from './harness/base-library.ts'
import { builtPackage } from './harness/package-files.ts'
import { namesOfWx } from './harness/wx-names.ts'

const SOURCES = fileURLToPath(new URL('../../app/src', import.meta.url))
const { libVersion } = builtPackage().project

type Call = { file: string; name: string; since: string }

/** The calls in a file of the app that this base library lacks, without a check in that file. */
function unguardedCalls(file: string, text: string, library: string): Call[] {
  const names = new Set([...text.matchAll(/\bTaro\.(\w+)/g)].map(([, name = '']) => name))
  return [...names].flatMap((name) => {
    const since = sinceByCall().get(name)
    const isGuarded = text.includes(`canIUse('${name}`) || new RegExp(`if \\(Taro\\.${name}\\)`).test(text)
    return since === undefined || isAtLeast(library, since) || isGuarded ? [] : [{ file, name, since }]
  })
}

describe('a call that the lowest base library of the app lacks', () => {
  test('is not made without a check for its existence', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.(test|h5)\.tsx?$|^testing\//.test(file),
    )
    const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8')
    expect(files.flatMap((file) => unguardedCalls(file, read(file), libVersion))).toEqual([])
    // The search has found at least something.
    const calls = new Set(files.flatMap((file) => [...read(file).matchAll(/\bTaro\.(\w+)/g)].map(([, name]) => name)))
    expect(calls.size).toBeGreaterThan(40)
  })

  test.each([
    ['Taro.onNeedPrivacyAuthorization(hear)', ['2.32.3']],
    ["if (Taro.canIUse('onNeedPrivacyAuthorization')) Taro.onNeedPrivacyAuthorization(hear)", []],
    ['Taro.getFuzzyLocation()', []],
  ])('is recognized: %s', (text, since) => {
    expect(unguardedCalls('planted', text, '2.25.0').map((call) => call.since)).toEqual(since)
  })
})

test('WeChat’s typings contain the version of nearly every call that Taro knows', () => {
  const names = namesOfWx().filter((name) => /^[a-z]/.test(name))
  expect(names.filter((name) => sinceByCall().has(name)).length).toBeGreaterThan(names.length * 0.8)
})
