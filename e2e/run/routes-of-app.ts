import { readFile } from 'node:fs/promises'

const CONFIG = new URL('../../app/src/app.config.ts', import.meta.url)

/** A sub-package, whose pages follow it; or a page, of the main package where no sub-package stands before it. */
const ROOT_OR_PAGE = /root: '([\w/]+)'|'((?:pages\/\w+\/)?index)'/g

/** Every route of the app, in the order of its configuration, which is read as text: Playwright cannot load the app's modules. */
export async function routesOfApp(): Promise<string[]> {
  const routes = new Set<string>()
  let root = ''
  for (const [, newRoot, page] of (await readFile(CONFIG, 'utf8')).matchAll(ROOT_OR_PAGE)) {
    if (newRoot !== undefined) root = `${newRoot}/`
    else routes.add(`${root}${page}`)
  }
  return [...routes]
}
