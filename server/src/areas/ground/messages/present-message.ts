import type { Message } from '@paidang/api/areas/messages'
import type { MessageRow } from './inbox-queries.ts'

/** A message as its receiver sees it. A message about an object without its own page refers to its game or class. */
export function presentMessage({ message, senderName, senderAvatar, pageId }: MessageRow): Message {
  const { senderId, objectKind, objectId } = message
  return {
    id: message.id,
    category: message.category,
    title: message.title,
    content: message.content,
    sender: senderId === null ? null : { id: senderId, nickname: senderName ?? '', avatar: senderAvatar },
    object: objectKind === null || objectId === null ? null : { kind: objectKind, id: pageId ?? objectId },
    revision: message.objectRevision,
    approveStatus: message.approveStatus,
    readStatus: message.readStatus,
    createTime: message.createdAt.toISOString(),
  }
}
