import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { parseWxml, type WxmlPart } from './wxml.ts'

/** What app.json says of the mini-program. Routes carry no slash in front. */
export type AppJson = {
  pages: string[]
  subPackages: { root: string; pages: string[] }[]
  tabBar: { list: { pagePath: string; text: string; iconPath: string; selectedIconPath: string }[] }
  themeLocation: string
  /** Where it is said which pages WeChat's search may find. */
  sitemapLocation?: string
  lazyCodeLoading?: string
}

/** What project.config.json says: the lowest base library of the app is the one that WeChat's tools run it with. */
export type ProjectJson = { libVersion: string }

/** What a page's or a component's own .json says. */
export type PageJson = {
  navigationBarTitleText?: string
  enablePullDownRefresh?: boolean
  navigationStyle?: string
  navigationBarTextStyle?: string
  singlePage?: { navigationBarFit?: string }
  usingComponents?: Record<string, string>
}

/** A built mini-program on the disk. */
export class Package {
  readonly directory: string
  readonly app: AppJson
  readonly project: ProjectJson
  /** Every page, those of the sub-packages with their root in front. */
  readonly routes: readonly string[]
  readonly tabs: readonly string[]
  readonly #configs = new Map<string, PageJson>()
  readonly #scripts = new Map<string, Script>()
  readonly #templates = new Map<string, readonly WxmlPart[]>()

  constructor(directory: string) {
    this.directory = directory
    for (const file of ['app.json', 'app.js', 'base.wxml', 'project.config.json']) {
      if (!existsSync(join(directory, file))) {
        throw new Error(`${join(directory, file)} is not there. Build first: node scripts/build.mjs weapp`)
      }
    }
    this.app = this.json('app.json') as AppJson
    this.project = this.json('project.config.json') as ProjectJson
    this.routes = [
      ...this.app.pages,
      ...this.app.subPackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`)),
    ]
    this.tabs = this.app.tabBar.list.map(({ pagePath }) => pagePath)
  }

  has(path: string): boolean {
    return existsSync(join(this.directory, path))
  }

  text(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8')
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.directory, path))
  }

  json(path: string): unknown {
    return JSON.parse(this.text(path))
  }

  /** The .json beside a page or a component. */
  configOf(name: string): PageJson {
    const config = this.#configs.get(name) ?? (this.json(`${name}.json`) as PageJson)
    this.#configs.set(name, config)
    return config
  }

  /** A script as a function of `require`, `module` and `exports`, compiled once for all that run it. */
  script(path: string): Script {
    const code = () => `(function (require, module, exports) {${this.text(path)}\n})`
    const script = this.#scripts.get(path) ?? new Script(code(), { filename: path })
    this.#scripts.set(path, script)
    return script
  }

  /** What stands in a .wxml file. Throws where it is not well-formed. */
  wxml(path: string): readonly WxmlPart[] {
    const parts = this.#templates.get(path) ?? parseWxml(this.text(path), path)
    this.#templates.set(path, parts)
    return parts
  }

  /** Every file with its size in bytes, paths from the package's root. */
  files(): { path: string; bytes: number }[] {
    return readdirSync(this.directory, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(this.directory, path), bytes: statSync(path).size }))
  }
}

let built: Package | undefined

/** The mini-program under test: WEAPP_DIST, or where the build puts it. */
export function builtPackage(): Package {
  built ??= new Package(process.env.WEAPP_DIST ?? fileURLToPath(new URL('../../../app/dist/weapp', import.meta.url)))
  return built
}
