/** What stands in an order where its delivery was, once that may be kept no longer. Its region stays. */
export const FORGOTTEN_ADDRESS = { contactName: '已删除', contactPhone: '', addressDetail: '保存期满，已删除' } as const
