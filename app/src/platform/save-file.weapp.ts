import Taro from '@tarojs/taro'
import type {
  CalendarEnd,
  CalendarEvent,
  CalendarFile,
  ReadyFile,
  SavedFile,
  SavedPicture,
  SaveResult,
} from './save-file.h5'

type FileType = keyof Taro.openDocument.FileType

/** The formats of WeChat's viewer; any other file can only be sent to a chat. */
const VIEWED = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']

/**
 * Writes the file into the mini-program's own folder. It opens in the viewer, with a menu to forward and save it. A
 * file that WeChat cannot show is sent to a chat, which WeChat allows only inside a press. A sent file is removed at
 * once, also after a failure. A file in the viewer is removed with the next file or the next start.
 *
 * @throws WeChat's failure
 */
export async function prepareFile({ fileName, base64 }: SavedFile): Promise<ReadyFile> {
  await removeWrittenFiles()
  const filePath = await writeFile(fileName, base64)
  const fileType = fileName.split('.').pop() ?? ''
  if (!VIEWED.includes(fileType)) {
    const handOn = () => Taro.shareFileMessage({ filePath, fileName })
    return { needsPress: true, hand: () => done(handOn().finally(() => removeFile(filePath))) }
  }
  const open = () => Taro.openDocument({ filePath, fileType: fileType as FileType, showMenu: true })
  return {
    needsPress: false,
    hand: () =>
      done(open()).catch(async (failure) => {
        await removeFile(filePath)
        throw failure
      }),
  }
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}

/** Files in the mini-program's own folder stay until they are removed. */
const folder = () => Taro.env.USER_DATA_PATH ?? ''

/**
 * Writes a file into the folder.
 *
 * @returns its path
 * @throws WeChat's failure
 */
function writeFile(fileName: string, base64: string): Promise<string> {
  const filePath = `${folder()}/${fileName}`
  return new Promise((resolve, reject) => {
    const data = { filePath, data: base64, encoding: 'base64' as const }
    Taro.getFileSystemManager().writeFile({ ...data, success: () => resolve(filePath), fail: reject })
  })
}

/** Removes a file. One that cannot be removed goes at the next start. */
function removeFile(filePath: string): Promise<void> {
  return new Promise((resolve) => {
    Taro.getFileSystemManager().unlink({ filePath, complete: () => resolve() })
  })
}

/** Removes every file that was written here. A file that is written later under the same name stays. */
export async function removeWrittenFiles(): Promise<void> {
  const dirPath = folder()
  const files = await new Promise<string[]>((resolve) => {
    // Without a folder there are no files.
    Taro.getFileSystemManager().readdir({ dirPath, success: (found) => resolve(found.files), fail: () => resolve([]) })
  })
  await Promise.all(files.map((name) => removeFile(`${dirPath}/${name}`)))
}

/**
 * Saves the picture to the phone's album, after WeChat has asked for permission once.
 *
 * @throws Error when the picture cannot be loaded, or WeChat's failure
 */
export async function savePicture(picture: SavedPicture): Promise<SaveResult> {
  const isHere = 'base64' in picture
  const filePath = isHere ? await writeFile(picture.fileName, picture.base64) : await loadPicture(picture.address)
  try {
    await Taro.saveImageToPhotosAlbum({ filePath })
    return 'album'
  } catch (failure) {
    const text = String((failure as { errMsg?: string }).errMsg)
    // Only their texts distinguish the two.
    if (/auth/i.test(text) && !isOfPrivacyGuide(text)) return 'denied'
    if (/cancel/i.test(text)) return 'cancelled'
    throw failure
  } finally {
    if (isHere) await removeFile(filePath)
  }
}

async function loadPicture(url: string): Promise<string> {
  const { statusCode, tempFilePath } = await Taro.downloadFile({ url })
  if (statusCode !== 200) throw new Error(`The picture did not come: ${statusCode}`)
  return tempFilePath
}

/** How many seconds before the event the alarm rings. */
const ALARM_BEFORE_S = 3600

/**
 * Adds the event to the phone's calendar, which asks the user first.
 *
 * @throws the phone's failure
 */
export async function addToCalendar(
  { title, place, note, startsAt, endsAt }: CalendarEvent,
  _fetchFile: () => Promise<CalendarFile>,
): Promise<CalendarEnd> {
  try {
    await Taro.addPhoneCalendar({
      title,
      location: place,
      description: note,
      startTime: seconds(startsAt),
      // Taro types the end as a string; WeChat needs a number, as for the start.
      endTime: seconds(endsAt) as unknown as string,
      alarm: true,
      alarmOffset: ALARM_BEFORE_S,
    })
    return 'added'
  } catch (failure) {
    const cause = String((failure as { errMsg?: string }).errMsg)
    if (/auth|permission|deny|denied/i.test(cause) && !isOfPrivacyGuide(cause)) return 'denied'
    if (/cancel/i.test(cause)) return 'cancelled'
    throw failure
  }
}

/** Whether the user refused the privacy guide. No setting changes that: the next press asks again. */
const isOfPrivacyGuide = (cause: string) => /privacy/i.test(cause)

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Opens the permissions of this mini-program, where the user can change them. */
export async function openSettings(): Promise<void> {
  await Taro.openSetting()
}
