// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SLOWEST_SHOWN = 10
const FIRST_LINES = 4
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this very character
const COLOURS = /\u001b\[[0-9;]*m/g
/** The text that Vitest reports for a test that it stopped. */
const ENDED = 'Error: STACK_TRACE_ERROR'

/**
 * @typedef {{ name: string, status: 'passed' | 'failed' | 'skipped', error: string }} Case one test, with its error if
 * it failed
 */
/** @typedef {{ file: string, seconds: number, cases: Case[] }} TestFile */

/**
 * Reads the report of a test run by Vitest or Playwright.
 *
 * @param {string | undefined} path
 * @returns {TestFile[]} empty if there is no report
 */
export function readReport(path) {
  if (path === undefined || !existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return report.testResults ? report.testResults.map(fileOfVitest) : report.suites.map(fileOfPlaywright)
}

function fileOfVitest({ name, startTime, endTime, status, message, assertionResults }) {
  const cases = assertionResults.map(({ fullName, status, failureMessages }) => ({
    name: fullName,
    status: ['passed', 'failed'].includes(status) ? status : 'skipped',
    error: failureMessages.join('\n'),
  }))
  // A file that could not be loaded has no failed case, so one is added.
  if (status === 'failed' && !cases.some((one) => one.status === 'failed'))
    cases.push({ name: 'the file itself', status: 'failed', error: message })
  return { file: relative(root, name), seconds: (endTime - startTime) / 1000, cases }
}

function fileOfPlaywright(suite) {
  const tests = specsOf(suite).flatMap(({ title, ok, tests }) =>
    tests.map(({ status, results }) => ({
      name: title,
      status: status === 'skipped' ? 'skipped' : ok && status === 'expected' ? 'passed' : 'failed',
      error: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  const seconds = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  return { file: `e2e/browser/${suite.file}`, seconds, cases: tests }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** How many cases passed, failed and were skipped. */
export function countsOf(files) {
  const count = (wanted) => files.flatMap(({ cases }) => cases).filter(({ status }) => status === wanted).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/**
 * Prints the minutes of each step, the slowest test files and the counts. The failures come last on the screen: the
 * name of each case with the first lines of its error.
 *
 * @param {import('./steps.mjs').Result[]} results
 * @param {number} planned how many steps there were to run
 * @returns {boolean} whether everything passed
 */
export function printSummary(results, planned) {
  const files = results.flatMap(({ report }) => readReport(report))
  const { passed, failed, skipped } = countsOf(files)
  const broken = results.filter(({ code }) => code !== 0)
  console.log('\nMinutes per step')
  for (const { name, seconds } of results) console.log(`${(seconds / 60).toFixed(1).padStart(6)}  ${name}`)
  console.log('\nThe slowest test files, in seconds')
  for (const { file, seconds } of [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(6)}  ${file}`)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  for (const { name, code } of broken) console.error(`\nfailed: ${name} (exit code ${code}), see .cache/logs`)
  for (const { file, cases } of files) {
    for (const { name, error } of cases.filter(({ status }) => status === 'failed'))
      console.error(`\n${file} > ${name}\n${firstLines(error)}`)
  }
  // Tests that ran must have passed; checks alone have none.
  const isTested = passed > 0 || results.every(({ report }) => report === undefined)
  return broken.length === 0 && results.length === planned && failed === 0 && isTested
}

function firstLines(error) {
  const lines = error.replaceAll(COLOURS, '').replace(ENDED, 'It did not end in time.').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, FIRST_LINES)
    .map((line) => `    ${line}`)
    .join('\n')
}
