/**
 * A map that does not change: `with` and `without` make the next version, at the cost of changing a `Map` once. The newest version has
 * the `Map`; an older one has what differs from the next, and takes the `Map` back when it is read again (Baker's version arrays).
 */
export class VersionedMap<K, V> {
  private constructor(private held: Map<K, V> | Difference<K, V>) {}

  static of<K, V>(entries: Iterable<readonly [K, V]> = []): VersionedMap<K, V> {
    return new VersionedMap(new Map(entries));
  }

  get size(): number {
    return this.map().size;
  }

  get(key: K): V | undefined {
    return this.map().get(key);
  }

  has(key: K): boolean {
    return this.map().has(key);
  }

  /** Of this version as it is now: they must be used up before a version is made or read. */
  entries(): IterableIterator<[K, V]> {
    return this.map().entries();
  }

  /** As `entries`. */
  values(): IterableIterator<V> {
    return this.map().values();
  }

  with(key: K, value: V): VersionedMap<K, V> {
    return this.next({ key, value });
  }

  /** Itself if there is no such key. */
  without(key: K): VersionedMap<K, V> {
    return this.has(key) ? this.next({ key, value: undefined }) : this;
  }

  private next({ key, value }: Change<K, V>): VersionedMap<K, V> {
    const map = this.map();
    const before = map.get(key);
    apply(map, { key, value });
    const next = new VersionedMap<K, V>(map);
    this.held = { key, value: before, next };
    return next;
  }

  /** The map with this version's entries: undoes, from the newest version on, what came after it. */
  private map(): Map<K, V> {
    if (this.held instanceof Map) return this.held;
    const later: VersionedMap<K, V>[] = [this];
    for (let at = this.held; ;) {
      later.push(at.next);
      if (at.next.held instanceof Map) break;
      at = at.next.held;
    }
    const newest = later.pop()!;
    const map = newest.held as Map<K, V>;
    let owner = newest;
    for (const version of later.reverse()) {
      const { key, value } = version.held as Difference<K, V>;
      owner.held = { key, value: map.get(key), next: version };
      apply(map, { key, value });
      version.held = map;
      owner = version;
    }
    return map;
  }
}

/** `value` undefined: the key is absent. */
interface Change<K, V> {
  key: K;
  value: V | undefined;
}
interface Difference<K, V> extends Change<K, V> {
  next: VersionedMap<K, V>;
}

function apply<K, V>(map: Map<K, V>, { key, value }: Change<K, V>): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
