// Draws the main pages of the built mini-program on four devices: npm run screens:weapp [-- <page> …]
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { logInAs } from '../run/people.ts'
import { removeData, startServer } from '../run/server.ts'
import { launchBrowser } from '../weapp/drawing/browser.ts'
import { barsOf, draw } from '../weapp/drawing/draw.ts'
import { DEVICES, MAIN_PAGES } from '../weapp/drawing/main-pages.ts'
import { deviceHtml } from '../weapp/drawing/with-bars.ts'
import { cachedSession } from '../weapp/harness/kept-session.ts'
import { MiniProgram } from '../weapp/harness/mini-program.ts'
import { pagesOf } from '../weapp/harness/page-urls.ts'

const folder = fileURLToPath(new URL('../test-results/weapp/', import.meta.url))

async function main(names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const { address } = server
    const people = { player: await logInAs(address, 'player'), coach: await logInAs(address, 'coach') }
    const browserPage = await browser.newPage({ deviceScaleFactor: 2, locale: 'zh-CN' })
    const { urlOf } = pagesOf({ address: () => address, logInAs: (username) => logInAs(address, username) })
    for (const { name, as, route } of MAIN_PAGES) {
      if (names.length > 0 && !names.includes(name)) continue
      for (const device of DEVICES) {
        const storage = as === undefined ? {} : cachedSession(people[as].logIn)
        const program = new MiniProgram({ server: address, url: await urlOf(route), storage, device })
        await program.isQuiet()
        await draw(browserPage, program, device)
        const picture = await browserPage.screenshot()
        const parts = { device, bars: barsOf(program, device), picture }
        await browserPage.setViewportSize({ width: device.width, height: device.height })
        await browserPage.setContent(deviceHtml(program.package, program.page.route, parts), { waitUntil: 'load' })
        await browserPage.screenshot({ path: `${folder}${name}-${device.name}.png` })
        program.close()
      }
      console.log(name)
    }
    console.log(folder)
  } finally {
    await browser.close()
    await server.stop()
    await removeData(server.dataDir)
  }
}

await main(process.argv.slice(2))
