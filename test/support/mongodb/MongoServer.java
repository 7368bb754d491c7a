import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.util.List;

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

  public static void main(String[] args) throws Exception {
    var backend = new H2Backend(args[1]);
    var server = new de.bwaldvogel.mongo.MongoServer(backend.version(Version.MONGO_6_0));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
    System.out.println("listening");
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    Thread.currentThread().join();
  }
}
