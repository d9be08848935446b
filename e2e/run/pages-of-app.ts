type AppConfig = { pages: string[]; subPackages: { root: string; pages: string[] }[] }

/** What Taro's macros of page and app configurations answer when the files are read as they are. */
const asItIs = <Config>(config: Config): Config => config
Object.assign(globalThis, { defineAppConfig: asItIs, definePageConfig: asItIs })

const source = (path: string) => new URL(`../../app/src/${path}`, import.meta.url).href

/** The title of each route of the app, in the order of its configuration. */
export async function pagesOfApp(): Promise<{ route: string; title: string }[]> {
  const { default: app } = (await import(source('app.config.ts'))) as { default: AppConfig }
  const routes = [...app.pages, ...app.subPackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`))]
  return Promise.all(
    routes.map(async (route) => {
      const { default: page } = (await import(source(`${route}.config.ts`))) as {
        default: { navigationBarTitleText: string }
      }
      return { route, title: page.navigationBarTitleText }
    }),
  )
}
