import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.net.InetSocketAddress;
import java.util.List;
import org.h2.mvstore.MVStore;

/** A server that speaks MongoDB's protocol, for tests. Usage: port, file. */
public class MongoServer {
  /** The official driver asks for 4.4 or newer, and uses nothing of it that this server has not. */
  enum Version implements MongoVersion {
    MONGO_6_0;

    public List<Integer> getVersionArray() {
      return List.of(6, 0, 0);
    }

    public int getWireVersion() {
      return 17;
    }

    public String toVersionString() {
      return "6.0.0";
    }
  }

  /**
   * Runs every command, and encodes its answer, on one thread: the library does not lock the indexes of a collection or
   * the documents of an answer, so a concurrent write could make a find fail with `Unknown error: null` or break its
   * connection. Documents are also stored by that thread, whenever enough are unsaved, instead of in the background.
   */
  public static void main(String[] args) throws Exception {
    var store = new MVStore.Builder().fileName(args[1]).autoCommitDisabled().open();
    var server = new de.bwaldvogel.mongo.MongoServer(new H2Backend(store).version(Version.MONGO_6_0));
    server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 1, 1);
    System.out.println("listening");
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    Thread.currentThread().join();
  }
}
