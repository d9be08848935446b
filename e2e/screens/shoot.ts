// Writes a picture of every screen to docs/screens: npm run screens [-- <name> …]   (only those with the given names)
import { mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { removeData, startServer } from '../run/server.ts'
import { arrangeBallScenes } from './ball-scenes.ts'
import { ballShots } from './ball-shots.ts'
import { bookingShots } from './booking-shots.ts'
import { cardShots } from './card-shots.ts'
import { classShots } from './class-shots.ts'
import { coachShots } from './coach-shots.ts'
import { consoleShots } from './console-shots.ts'
import { goodsShots } from './goods-shots.ts'
import { otherShots } from './other-shots.ts'
import { peopleShots } from './people-shots.ts'
import { arrangeScenes } from './scenes.ts'
import { searchShots } from './search-shots.ts'
import { type Shot, shoot } from './shot.ts'
import { writeIndex } from './write-index.ts'

const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url))

async function main(names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const server = await startServer()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const { address } = server
    const scenes = await arrangeScenes(address)
    const all = [
      ...otherShots(scenes),
      ...searchShots(),
      ...peopleShots(),
      ...classShots(scenes),
      ...bookingShots(address, scenes),
      ...coachShots(address, scenes),
      ...ballShots(await arrangeBallScenes(address)),
      ...(await goodsShots(address)),
      ...(await cardShots(address)),
      ...consoleShots(),
    ]
    for (const shot of chosenOf(all, names)) {
      await shoot(browser, { address, folder }, shot)
      console.log(shot.name)
    }
    await removeStale(all)
    await writeIndex(folder, all)
  } finally {
    await browser.close()
    await server.stop()
    await removeData(server.dataDir)
  }
}

function chosenOf(all: readonly Shot[], names: readonly string[]): readonly Shot[] {
  const unknown = names.filter((name) => all.every((shot) => shot.name !== name))
  if (unknown.length > 0) throw new Error(`no picture is called ${unknown.join(', ')}`)
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}

/** Deletes pictures that no shot makes any more, because they would become outdated unnoticed. */
async function removeStale(all: readonly Shot[]): Promise<void> {
  const made = new Set(all.map(({ name }) => `${name}.png`))
  for (const file of await readdir(folder)) {
    if (file.endsWith('.png') && !made.has(file)) await rm(`${folder}${file}`)
  }
}

await main(process.argv.slice(2))
