import type { Package } from './package-files.ts'

/** Longer than drawing, and shorter than a timer for which a test has to let time pass. */
const FETCH_MS = 300

/** The sub-packages on the phone. Any other is downloaded before one of its pages opens, or a script is taken from it. */
export class SubPackages {
  /** Sub-packages whose download fails, by their roots. */
  readonly failing = new Set<string>()
  readonly #roots: readonly string[]
  readonly #loaded = new Set<string>()
  readonly #later: (where: string, work: () => void, ms: number) => void

  constructor(built: Package, later: (where: string, work: () => void, ms: number) => void) {
    this.#roots = built.app.subPackages.map(({ root }) => root)
    this.#later = later
  }

  /** Continues once the page's package is there, or with the reason why it is not. */
  load(url: string, go: (refusal?: string) => void): void {
    const root = this.rootOf(url)
    if (root === undefined || this.#loaded.has(root)) {
      go()
      return
    }
    this.#later(
      `fetching ${root}`,
      () => {
        if (this.failing.has(root)) go(`loadSubpackage: fail ${root}`)
        else {
          this.#loaded.add(root)
          go()
        }
      },
      FETCH_MS,
    )
  }

  /** Marks the package of an open page as present. */
  isOpen(route: string): void {
    const root = this.rootOf(route)
    if (root !== undefined) this.#loaded.add(root)
  }

  /** The sub-package of a page or a file; undefined for the main package. */
  rootOf(url: string): string | undefined {
    return this.#roots.find((root) => url.replace(/^\//, '').startsWith(`${root}/`))
  }
}
