import type { Device } from '../harness/device.ts'
import { capsuleOf, NAV_BAR_HEIGHT } from '../harness/device.ts'
import type { Package } from '../harness/package-files.ts'
import { type Bars, TAB_BAR_HEIGHT } from './draw.ts'

type Colours = Record<string, string>

/** The whole device as an HTML page: the picture of a page between WeChat's bars. */
export function deviceHtml(
  built: Package,
  route: string,
  parts: { device: Device; bars: Bars; picture: Buffer },
): string {
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
