import { ApiError } from '@paidang/api/catalogue/errors'
import { type ChosenPicture, fittingSize, JPEG_QUALITY } from './picture-words'

/** What the server takes; a phone's browser turns its own formats into one of them. */
const TYPES = 'image/jpeg,image/png,image/webp'

/**
 * Lets the user choose one picture from his files, album or camera, and compresses it; undefined when he changes his mind.
 *
 * @param onPicked hears of the choice before the compression, which takes a moment
 * @throws ApiError picture_unsupported for a file that the browser cannot show as a picture
 */
export async function choosePicture(onPicked?: () => void): Promise<ChosenPicture | undefined> {
  const [picture] = await choosePictures(1, onPicked)
  return picture
}

/** As `choosePicture`, for up to so many at once; none when he changes his mind. @throws as choosePicture does */
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

/** Lets go of a picture that is shown no more. */
export function releasePicture({ address }: ChosenPicture): void {
  URL.revokeObjectURL(address)
}

function askForFiles(most: number): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = TYPES
    input.multiple = most > 1
    // Safari opens its chooser only for an input that stands in the page.
    input.hidden = true
    document.body.append(input)
    const end = (files: File[] = []) => {
      input.remove()
      resolve(files.slice(0, most))
    }
    input.addEventListener('change', () => end(Array.from(input.files ?? [])))
    // Older browsers do not tell that nothing was chosen: the promise waits, and the next press asks anew.
    input.addEventListener('cancel', () => end())
    input.click()
  })
}

/** The picture as a JPEG of fitting size; the file itself where that is no lighter. */
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
    throw new ApiError('picture_unsupported')
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
  // JPEG knows no transparency: what shows through would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
}
