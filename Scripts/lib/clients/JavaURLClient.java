import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.HttpsURLConnection;

/** Java's HttpURLConnection, which speaks SOCKS: URL and file in pairs; "POST SENT" before a pair sends a file. */
public class JavaURLClient {
    static Proxy proxy() {
        String http = System.getenv("HTTPS_PROXY"), socks = System.getenv("ALL_PROXY");
        if (http == null && socks == null) return Proxy.NO_PROXY;
        URI place = URI.create(http != null ? http : socks);
        Proxy.Type type = http != null ? Proxy.Type.HTTP : Proxy.Type.SOCKS;
        return new Proxy(type, new InetSocketAddress(place.getHost(), place.getPort()));
    }

    public static void main(String[] given) throws Exception {
        HttpsURLConnection.setDefaultSSLSocketFactory(JavaClient.trust().getSocketFactory());
        int next = 0;
        while (next < given.length) {
            byte[] sent = null;
            if (given[next].equals("POST")) {
                sent = Files.readAllBytes(Path.of(given[next + 1]));
                next += 2;
            }
            HttpURLConnection request = (HttpURLConnection) URI.create(given[next]).toURL().openConnection(proxy());
            request.setRequestProperty("Accept-Encoding", "gzip");
            if (sent != null) {
                request.setDoOutput(true);
                request.setFixedLengthStreamingMode(sent.length);
                request.getOutputStream().write(sent);
            }
            if (request.getResponseCode() != 200) {
                throw new Exception(given[next] + " answered " + request.getResponseCode());
            }
            InputStream body = request.getInputStream();
            if ("gzip".equals(request.getContentEncoding())) body = new GZIPInputStream(body);
            Files.write(Path.of(given[next + 1]), body.readAllBytes());
            next += 2;
        }
    }
}
