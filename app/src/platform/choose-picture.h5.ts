import { ApiError } from '@paidang/api/catalogue/errors'
import { type ChosenPicture, fittingSize, JPEG_QUALITY } from './picture-limits'

/** The formats that the server takes. A phone's browser converts its own formats to one of them. */
const TYPES = 'image/jpeg,image/png,image/webp'

/**
 * Lets the user choose one picture from files, album or camera, and compresses it. Undefined when the user cancels.
 *
 * @param onPicked called after the choice, before the compression, which takes a moment
 * @throws ApiError picture_unsupported for a file that the browser cannot show as a picture
 */
export async function choosePicture(onPicked?: () => void): Promise<ChosenPicture | undefined> {
  const [picture] = await choosePictures(1, onPicked)
  return picture
}

/**
 * As `choosePicture`, for up to `most` pictures at once; none when the user cancels.
 *
 * @throws as choosePicture does
 */
export async function choosePictures(most: number, onPicked?: () => void): Promise<ChosenPicture[]> {
  const files = await askForFiles(most)
  if (files.length > 0) onPicked?.()
  return Promise.all(
    files.map(async (file) => {
      const content = await compressed(file)
      return { address: URL.createObjectURL(content), bytes: content.size, content }
    }),
  )
}

/** Releases the memory of a picture that is no longer shown. */
export function releasePicture({ address }: ChosenPicture): void {
  URL.revokeObjectURL(address)
}

function askForFiles(most: number): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = TYPES
    input.multiple = most > 1
    // Safari opens its chooser only for an input inside the page.
    input.hidden = true
    document.body.append(input)
    const end = (files: File[] = []) => {
      input.remove()
      resolve(files.slice(0, most))
    }
    input.addEventListener('change', () => end(Array.from(input.files ?? [])))
    // Older browsers do not report a cancelled choice. Then the promise stays open, and the next press opens a new
    // chooser.
    input.addEventListener('cancel', () => end())
    input.click()
  })
}

/** The picture as a JPEG that fits the limits; the file itself if that is not larger. */
async function compressed(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { width, height } = fittingSize({ width: image.naturalWidth, height: image.naturalHeight })
    const drawn = await asJpeg(image, width, height)
    return drawn && drawn.size < file.size ? drawn : file
  } catch {
    throw new ApiError('picture_unsupported', { status: 400 })
  } finally {
    URL.revokeObjectURL(address)
  }
}

function asJpeg(image: HTMLImageElement, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // JPEG has no transparency: transparent areas would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
}
