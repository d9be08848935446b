import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { prepareFile } from './save-file.h5'
import { prepareFile as prepareInPhone } from './save-file.weapp'

const FILE = { fileName: '授课记录.xlsx', contentType: 'application/vnd.ms-excel', base64: btoa('cells') }

test('a browser downloads the file under its name', async () => {
  const made: Blob[] = []
  URL.createObjectURL = (blob: Blob) => {
    made.push(blob)
    return 'blob:1'
  }
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(`${this.download} ${this.href}`)
  })
  const { hand, needsPress } = await prepareFile(FILE)
  expect([names, needsPress]).toEqual([[], false])
  await hand()
  expect(names).toEqual(['授课记录.xlsx blob:1'])
  expect(made.map(({ size, type }) => [size, type])).toEqual([[5, 'application/vnd.ms-excel']])
  expect(document.querySelector('a')).toBeNull()
})

/** A phone whose file system and document viewer answer as given. */
function givenPhone({ fails = false, refuses = false, left = [] as string[] } = {}) {
  const end = () => (refuses ? Promise.reject(new Error('cancel')) : Promise.resolve())
  const openDocument = vi.fn(end)
  const shareFileMessage = vi.fn(end)
  // As in WeChat, every answer comes later, and in any order.
  const later = (answer: () => void) => void Promise.resolve().then(answer)
  const files = new Set(left)
  const unlink = vi.fn(({ filePath, complete }: { filePath: string; complete: () => void }) =>
    later(() =>
      later(() => {
        files.delete(filePath.split('/').pop() ?? '')
        complete()
      }),
    ),
  )
  const readdir = vi.fn((options: { success: (found: { files: string[] }) => void }) =>
    later(() => options.success({ files: [...files] })),
  )
  const writeFile = vi.fn((options: { filePath: string; success: () => void; fail: (cause: unknown) => void }) =>
    later(() => {
      if (fails) return options.fail({ errMsg: 'writeFile:fail no space' })
      files.add(options.filePath.split('/').pop() ?? '')
      options.success()
    }),
  )
  Object.assign(Taro, {
    env: { USER_DATA_PATH: 'wxfile://usr' },
    getFileSystemManager: () => ({ writeFile, unlink, readdir }),
    openDocument,
    shareFileMessage,
  })
  const removed = () => unlink.mock.calls.map(([{ filePath }]) => filePath)
  return { openDocument, writeFile, shareFileMessage, removed, files }
}

test('a phone writes the file and opens it with the menu to forward it', async () => {
  const { openDocument, writeFile } = givenPhone()
  const { hand, needsPress } = await prepareInPhone(FILE)
  expect([openDocument.mock.calls, needsPress]).toEqual([[], false])
  await hand()
  const filePath = 'wxfile://usr/授课记录.xlsx'
  expect(writeFile).toHaveBeenCalledWith(expect.objectContaining({ filePath, data: FILE.base64, encoding: 'base64' }))
  expect(openDocument).toHaveBeenCalledWith({ filePath, fileType: 'xlsx', showMenu: true })
})

test('a file that the phone cannot show is sent to a chat, directly inside the press', async () => {
  const { openDocument, shareFileMessage } = givenPhone()
  const { hand, needsPress } = await prepareInPhone({ ...FILE, fileName: '我的数据.json' })
  expect([shareFileMessage.mock.calls, needsPress]).toEqual([[], true])
  // Not awaited: WeChat counts only calls inside the press.
  const handed = hand()
  expect(shareFileMessage).toHaveBeenCalledWith({ filePath: 'wxfile://usr/我的数据.json', fileName: '我的数据.json' })
  await handed
  expect(openDocument).not.toHaveBeenCalled()
})

test('a phone that cannot write the file says so and opens nothing', async () => {
  const { openDocument } = givenPhone({ fails: true })
  await expect(prepareInPhone(FILE)).rejects.toEqual({ errMsg: 'writeFile:fail no space' })
  expect(openDocument).not.toHaveBeenCalled()
})

test.each([false, true])(
  'a sent file is removed, and an open one stays until the next file (refused: %s)',
  async (refuses) => {
    const json = { ...FILE, fileName: '我的数据.json' }
    const handing = givenPhone({ refuses })
    await (await prepareInPhone(json)).hand().catch(() => undefined)
    expect(handing.removed()).toEqual(['wxfile://usr/我的数据.json'])
    const opening = givenPhone({ refuses })
    await (await prepareInPhone(FILE)).hand().catch(() => undefined)
    expect(opening.removed()).toEqual(refuses ? ['wxfile://usr/授课记录.xlsx'] : [])
    const next = givenPhone({ left: ['授课记录.xlsx'] })
    await prepareInPhone(json)
    expect(next.removed()).toEqual(['wxfile://usr/授课记录.xlsx'])
  },
)

test.each(['授课记录.xlsx', '我的数据.json'])(
  'a second file under the same name is there when it is opened: %s',
  async (fileName) => {
    const { files } = givenPhone({ left: [fileName] })
    const { hand } = await prepareInPhone({ ...FILE, fileName })
    // Whatever is still to come has come.
    await new Promise((resolve) => setTimeout(resolve))
    expect([...files]).toEqual([fileName])
    await hand()
  },
)
