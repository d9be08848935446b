import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import { type Chunk, Compilation, type Compiler, sources } from 'webpack'

const NAME = 'early.js'
const WORKER = 'sw.js'
const SHELL = 'shell.js'
const PAGE = 'index.html'
const placeOf = (name: string) => `<script src="${name}"></script>`

/**
 * Webpack plugin of the web: writes early.js into the page, with the files of these pages. Without it a browser learns of
 * them only when it has run the app. The app's own styles go there, too: a browser paints nothing before they are there.
 * shell.js goes to its end, with the classes and rules of the frame that it shows.
 * The server's policy allows these two scripts by their hashes. The same files, with the scripts of the app itself, go to sw.js,
 * which keeps them.
 */
export class EarlyPages {
  /** Routes, as pages/home/index. */
  readonly #pages: readonly string[]

  constructor(pages: readonly string[]) {
    this.#pages = pages
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // The names of the files are final.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const pages = this.#pages.map((page) => [page, filesOf(IS_PAGE(page), compilation)] as const)
        const files = Object.fromEntries([...pages, ['coachHome', filesOf(COACH_HOME, compilation)]])
        const ofApp = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles())
        const [styles, scripts] = [ofApp.filter(isStyle), ofApp.filter((file) => !isStyle(file))]
        let page = textOf(compilation, PAGE)
        const put = (place: string | RegExp, text: string) => {
          if (page.search(place) < 0) throw new Error(`${PAGE} has no place for ${NAME}`)
          page = page.replace(place, () => text)
        }
        put(placeOf(NAME), `<script>${codeWith(NAME, files)}</script>`)
        put(placeOf(SHELL), `<script>${codeWith(SHELL, files)}</script>`)
        for (const file of styles) {
          put(new RegExp(`<link href="\\./${file}"[^>]*>`), `<style>${textOf(compilation, file)}</style>`)
          compilation.deleteAsset(file)
        }
        page = withClasses(page, compilation)
        compilation.updateAsset(PAGE, new sources.RawSource(page))
        const kept = new Set([...scripts, ...Object.values(files).flat()].map((file) => `/${file}`))
        compilation.emitAsset(WORKER, new sources.RawSource(codeWith(WORKER, [...kept])))
      })
    })
  }
}

const isStyle = (file: string) => file.endsWith('.css')
const textOf = (compilation: Compilation, file: string) => String(compilation.getAsset(file)?.source.source())

const CLASS_OF_MODULE = /%([\w-]+)\.(\w+)%/g

/**
 * The page with the classes of modules in place of %module.name%, and with their rules that other files than the page have.
 * @throws Error if no sheet has such a class
 */
function withClasses(page: string, compilation: Compilation): string {
  const sheets = Object.keys(compilation.assets)
    .filter(isStyle)
    .map((file) => textOf(compilation, file))
  const everything = [page, ...sheets].join('\n')
  const used = new Set<string>()
  const named = page.replace(CLASS_OF_MODULE, (_, module: string, name: string) => {
    const [, found] = new RegExp(`\\.(${module}-module__${name}___[\\w-]{5})`).exec(everything) ?? []
    if (found === undefined) throw new Error(`no sheet has .${name} of ${module}`)
    used.add(found)
    return found
  })
  const isUsed = (selector: string) => {
    const classes = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
    return classes.some((name) => used.has(name)) && !page.includes(`.${classes[0]}`)
  }
  const rules = new Set(sheets.flatMap((sheet) => rulesOf(sheet, isUsed)))
  return named.replace('</head>', () => `<style>${[...rules].join('')}</style></head>`)
}

/** The rules of a sheet whose selector is wanted, inside their media queries. */
function rulesOf(sheet: string, isWanted: (selector: string) => boolean): string[] {
  const root = postcss.parse(sheet)
  root.walkRules((rule) => {
    if (!rule.selectors.some(isWanted)) rule.remove()
  })
  root.walkAtRules((atRule) => {
    if (!atRule.nodes?.length) atRule.remove()
  })
  return root.nodes.map(String)
}

function codeWith(name: string, files: unknown): string {
  const code = readFileSync(path.join(__dirname, name), 'utf8').replace(/^\/\/.*\n/gm, '')
  return code.replace('FILES', JSON.stringify(files))
}

/** What a part that is loaded by itself needs beside what the app has loaded already. */
function filesOf(wanted: RegExp, { chunkGroups, entrypoints }: Compilation): string[] {
  const isWanted = ({ request }: { request?: string }) => request !== undefined && wanted.test(request)
  const group = chunkGroups.find(({ origins }) => origins.some(isWanted))
  if (!group) throw new Error(`nothing loads ${wanted}`)
  const loaded = new Set<Chunk>([...entrypoints.values()].flatMap(({ chunks }) => chunks))
  return group.chunks.filter((chunk) => !loaded.has(chunk)).flatMap(({ files }) => [...files])
}

const IS_PAGE = (page: string) => new RegExp(`(\\./|/src/)${page}(\\.tsx)?$`)
/** The home page of coaches is loaded by that of everybody. */
const COACH_HOME = /\/coach-home-view$/
