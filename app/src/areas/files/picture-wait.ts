/** How far a picture of a form is. */
type OnItsWay = {
  /** Whole percent while it is going out. */
  percent: number | undefined
  /** What other calls take, once the server has it. */
  relativePath: string | null
}

/** Why a form with these pictures is not sent yet; nothing once the server has each of them. */
export function pictureWait(pictures: readonly OnItsWay[]): string | undefined {
  if (pictures.some(({ percent }) => percent !== undefined)) return '图片正在上传'
  if (pictures.some(({ relativePath }) => relativePath === null)) return '有图片没有上传成功，请重试或移除'
  return undefined
}
