import { useAction } from '../../../ui/use-action'

/** Publishes a shop in the app, or takes it out after a question. */
export function usePublishing() {
  const { doIt, doAfterAsking } = useAction()
  return ({ name, isPublished }: { name: string; isPublished: boolean }, run: (to: boolean) => Promise<unknown>) => {
    if (!isPublished) {
      void doIt({ run: () => run(true), done: `「${name}」已上架` })
      return
    }
    doAfterAsking({
      title: `下架「${name}」？`,
      effect: '顾客在小程序里马上看不到这家店，也不能再下单；已下的订单照常穿线和取拍。之后可以重新上架。',
      okText: '下架',
      run: () => run(false),
      done: `「${name}」已下架`,
    })
  }
}
