// Draws the main pages of the built mini-program on four devices: npm run screens:weapp [-- <page> …]
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { logInAs } from '../run/people.ts'
import { removeData, startServer } from '../run/server.ts'
import { launchBrowser } from '../weapp/drawing/browser.ts'
import { type Bars, barsOf, draw, TAB_BAR_HEIGHT } from '../weapp/drawing/draw.ts'
import { DEVICES, MAIN_PAGES } from '../weapp/drawing/main-pages.ts'
import { capsuleOf, type Device, NAV_BAR_HEIGHT } from '../weapp/harness/device.ts'
import { cachedSession } from '../weapp/harness/kept-session.ts'
import { MiniProgram } from '../weapp/harness/mini-program.ts'
import type { Package } from '../weapp/harness/package-files.ts'
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

type Colours = Record<string, string>

/** The whole device as an HTML page: the picture of a page between WeChat's bars. */
function deviceHtml(built: Package, route: string, parts: { device: Device; bars: Bars; picture: Buffer }): string {
  const { device, bars, picture } = parts
  const colours = (built.json(built.app.themeLocation) as Record<string, Colours>)[device.theme] ?? {}
  const pageTop = bars.top
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; font-family: sans-serif; background: ${colours.surface} }
    div, img { position: absolute; box-sizing: border-box }
  </style>
  <img src="data:image/png;base64,${picture.toString('base64')}" style="left:0;top:${pageTop}px;width:${device.width}px">
  ${topBar(device, bars, colours)}${bars.hasTabs ? tabBar(built, route, { device, colours }) : ''}`
}

function topBar(device: Device, { top, title, textStyle }: Bars, { barText = 'black' }: Colours): string {
  const { left, top: capsuleTop, width, height } = capsuleOf(device)
  const colour = textStyle?.startsWith('@') === false ? textStyle : barText
  const bar = `top:${device.statusBarHeight}px;width:100%;line-height:${NAV_BAR_HEIGHT}px;text-align:center`
  return `
    <div style="left:24px;top:${device.statusBarHeight - 20}px;font-size:14px;color:${colour}">9:41</div>
    ${top === 0 ? '' : `<div style="${bar};font-size:17px;font-weight:500;color:${colour}">${title}</div>`}
    <div style="left:${left}px;top:${capsuleTop}px;width:${width}px;height:${height}px;border-radius:${height}px;
      border:1px solid gray;text-align:center;line-height:${height - 4}px;color:gray">··· ⊙</div>`
}

type Look = { device: Device; colours: Colours }

function tabBar(built: Package, route: string, { device, colours }: Look): string {
  const { list } = built.app.tabBar
  const top = device.height - TAB_BAR_HEIGHT - device.safeBottom
  const width = device.width / list.length
  const tabs = list.map(({ pagePath, text, iconPath, selectedIconPath }, index) => {
    const isOpen = pagePath === route
    const icon = (isOpen ? selectedIconPath : iconPath).replace('@', '')
    const bytes = built.bytes(colours[icon] ?? icon).toString('base64')
    const colour = isOpen ? colours.tabSelected : colours.tabText
    return `<div style="left:${index * width}px;width:${width}px;text-align:center;font-size:10px;color:${colour};padding-top:33px">
      <img src="data:image/png;base64,${bytes}" style="width:27px;left:${width / 2 - 13.5}px;top:6px">${text}</div>`
  })
  const look = `top:${top}px;width:100%;height:${TAB_BAR_HEIGHT + device.safeBottom}px;background:${colours.surface}`
  return `<div style="${look};border-top:1px solid #8883">${tabs.join('')}</div>`
}

await main(process.argv.slice(2))
