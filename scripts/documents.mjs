// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Checks the documents: every relative link leads to a file, pages in two languages are in step, and the page of settings
// names those of the server. Run: node scripts/documents.mjs
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path) => readFileSync(join(root, path), 'utf8')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** Links and pictures to files of this repository, without their anchors. */
const linksOf = (text) =>
  [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link))

/**
 * What a page and its translation must have in the same order: levels of headings, commands, list items with their links,
 * table rows with their code and numbers of days.
 */
const outlineOf = (text) =>
  text.split('\n').flatMap((line) => {
    if (line.startsWith('#')) return [line.replace(/[^#].*/, '')]
    if (line.startsWith('npm ')) return [line.replace(/\s*#.*/, '')]
    const item = /^(-|\d+\.) /.exec(line)
    if (item) return [item[1], ...linksOf(line).map((link) => link.replace('.zh-CN.md', '.md'))]
    return line.startsWith('|') ? [`| ${(line.match(/`[^`]+`|\d+(?= days?\b| 天)/g) ?? []).sort().join(' ')}`] : []
  })

const faults = documents.flatMap((path) =>
  linksOf(textOf(path))
    .filter((link) => !existsSync(join(root, dirname(path), decodeURIComponent(link))))
    .map((link) => `${path}: ${link} leads nowhere`),
)
for (const path of documents.filter((path) => path.endsWith('.zh-CN.md'))) {
  const original = path.replace('.zh-CN.md', '.md')
  const [english, chinese] = [original, path].map((page) => outlineOf(textOf(page)))
  const length = Math.max(english.length, chinese.length)
  const apart = Array.from({ length }, (_, place) => place).find((place) => english[place] !== chinese[place])
  if (apart === undefined) continue
  faults.push(`${path} differs from ${original} at part ${apart + 1}: ${chinese[apart]} instead of ${english[apart]}`)
}
// A prefix names a group of variables and is none itself; the message templates are read by prefix.
const settings = new Set(
  textOf('server/src/config.ts').match(
    /(?<=['.])(?!MIN_|MAX_|DEFAULT_|ALL_)[A-Z][A-Z\d]*(_[A-Z\d]+)+|(?<=')(PORT|HOST|DEMO)(?=')/g,
  ),
)
const described = new Set(textOf('docs/configuration.md').match(/(?<=`)[A-Z][A-Z\d_]+(?=`)/g))
for (const name of settings) if (!described.has(name)) faults.push(`docs/configuration.md does not describe ${name}`)
for (const name of described)
  if (!settings.has(name) && !/^WECHAT_TEMPLATE_|^PAIDANG_/.test(name))
    faults.push(`docs/configuration.md describes ${name}, which nothing reads`)
if (faults.length > 0) fail(faults.join('\n'))
