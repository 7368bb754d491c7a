import { useId, type ReactNode } from 'react';
import type { Room } from '@/lib/room';
import { Button } from './Button';

interface RoomActionProps {
  room: Room;
  /** On the button. */
  label: string;
  /** The button, or a link that looks like one. */
  children: ReactNode;
}

/** What creates another one, beside how many there are of as many as there can be; disabled with the reason once there is no room. */
export function RoomAction({ room, label, children }: RoomActionProps) {
  const id = useId();
  return (
    <>
      <RoomNote id={id} room={room} />
      {room.isFull ? (
        <Button kind="primary" disabled aria-describedby={id}>
          {label}
        </Button>
      ) : (
        children
      )}
    </>
  );
}

export function RoomNote({ id, room }: { id?: string; room: Room }) {
  if (!room.note) return null;
  return (
    <span id={id} className="text-note text-soft">
      {room.note}
    </span>
  );
}
